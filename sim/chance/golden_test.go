package chance

// The first three and the next two were recomputed from the formulas in the doc
// comments in another language.
var goldenNumbers = [9]string{
	"0x962a04af1e097af6",
	"0x3d6d8b9bcfa43654",
	"0x2afa3043c0fbb4d2",
	"0xb4fc746661d2fc55",
	"0xb632fbf61d7a6b29",
	"0x1.285ef4b362848p-04",
	"0x1.bdd6c66da0ec6p-02",
	"0x1.227f8e1d30376p+00",
	"0x1.bfac14c6eb846p-02",
}

const goldenSums = "0x1.8641ddb735ec4p+16 0x1.2e7fd4e14cf5ep+09"
