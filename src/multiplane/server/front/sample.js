// Six sentences, each odd in its own way.

export const SAMPLE = `# sent_id = plain
# text = The old boat leaks.
# note = projective
1	The	the	DET	_	_	3	det	_	_
2	old	old	ADJ	_	_	3	amod	_	_
3	boat	boat	NOUN	_	_	4	nsubj	_	_
4	leaks	leak	VERB	_	_	0	root	_	SpaceAfter=No
5	.	.	PUNCT	_	_	4	punct	_	_

# sent_id = question
# text = Whom did you say that she met
# note = planar, but the arc from met to Whom covers the root
1	Whom	who	PRON	_	_	7	obj	_	_
2	did	do	AUX	_	_	4	aux	_	_
3	you	you	PRON	_	_	4	nsubj	_	_
4	say	say	VERB	_	_	0	root	_	_
5	that	that	SCONJ	_	_	7	mark	_	_
6	she	she	PRON	_	_	7	nsubj	_	_
7	met	meet	VERB	_	_	4	ccomp	_	_

# sent_id = extraposed
# text = A parcel came yesterday with no name on it.
# note = 2-planar: what belongs to the parcel comes after the verb
1	A	a	DET	_	_	2	det	_	_
2	parcel	parcel	NOUN	_	_	3	nsubj	_	_
3	came	come	VERB	_	_	0	root	_	_
4	yesterday	yesterday	ADV	_	_	3	advmod	_	_
5	with	with	ADP	_	_	7	case	_	_
6	no	no	DET	_	_	7	det	_	_
7	name	name	NOUN	_	_	2	nmod	_	_
8	on	on	ADP	_	_	9	case	_	_
9	it	it	PRON	_	_	7	nmod	_	SpaceAfter=No
10	.	.	PUNCT	_	_	3	punct	_	_

# sent_id = cross-serial
# text = dat ik Jan Marie de kat zag leren voeren
# note = not 2-planar: three arcs all cross each other
1	dat	dat	SCONJ	_	_	7	mark	_	_
2	ik	ik	PRON	_	_	7	nsubj	_	_
3	Jan	Jan	PROPN	_	_	8	nsubj	_	_
4	Marie	Marie	PROPN	_	_	9	nsubj	_	_
5	de	de	DET	_	_	6	det	_	_
6	kat	kat	NOUN	_	_	9	obj	_	_
7	zag	zien	VERB	_	_	0	root	_	_
8	leren	leren	VERB	_	_	7	xcomp	_	_
9	voeren	voeren	VERB	_	_	8	xcomp	_	_

# sent_id = golden-line
# text = Aurea purpuream subnectit fibula vestem
# note = ill-nested: two noun phrases interleave (Virgil, Aeneid 4.139)
1	Aurea	aureus	ADJ	_	_	4	amod	_	_
2	purpuream	purpureus	ADJ	_	_	5	amod	_	_
3	subnectit	subnecto	VERB	_	_	0	root	_	_
4	fibula	fibula	NOUN	_	_	3	nsubj	_	_
5	vestem	vestis	NOUN	_	_	3	obj	_	_

# sent_id = two-roots
# text = Yes it does
# note = two words hang from 0
1	Yes	yes	INTJ	_	_	0	root	_	_
2	it	it	PRON	_	_	3	nsubj	_	_
3	does	do	VERB	_	_	0	root	_	_

`;
