package chance

import "testing"

// BenchmarkSample measures one keyed draw, the key's hash included.
func BenchmarkSample(b *testing.B) {
	for _, m := range Catalogue() {
		for _, d := range instances[m.Name] {
			b.Run(m.Name+"/"+d.String(), func(b *testing.B) {
				var s Stream
				job := 0
				for b.Loop() {
					job++
					s = serviceKey(job).Stream()
					d.Sample(&s)
				}
			})
		}
	}
}

// BenchmarkStream measures the numbers beneath: serial draws from one stream,
// and a keyed one.
func BenchmarkStream(b *testing.B) {
	s := Key{Seed: 1}.Stream()
	var sink float64
	run := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
	run("uint64", func() { s.Uint64() })
	run("float64", func() { sink += s.Float64() })
	run("exponential", func() { sink += s.ExpFloat64() })
	run("normal", func() { sink += s.NormFloat64() })
	run("keyed float64", func() {
		k := serviceKey(int(sink)).Stream()
		sink += k.Float64()
	})
}
