import anyAscii from 'any-ascii';

/** Scripts in which a consonant without a vowel sign has the vowel "a". */
const abugida =
	/[\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Javanese}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Tibetan}]/u;
/** Of these, those whose languages do not speak that vowel at the end of a word. */
const withoutFinal =
	/[\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Khmer}]/u;
/** The signs that take the vowel away: virama, asat, coeng and their kin. */
const virama =
	/[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0f84\u1039\u103a\u17d2\ua9c0]/u;
/** Consonants that are written as marks: they come before the vowel. */
const medial = /[\u103b-\u103e\u0f90-\u0fbc\ua9bd-\ua9bf]/u;

/**
 * A text in Latin letters, word by word: what a letter stands for depends on the marks behind it. Of what is unknown, a question mark.
 */
export function transliterate(text: string): string {
	return text.replaceAll(/[\p{L}\p{M}\p{Cf}]+|./gsu, (word) => {
		const latin = abugida.test(word) ? fromAbugida(word) : anyAscii(word);
		return latin === '' && /[\p{L}\p{N}\p{S}]/u.test(word) ? '?' : latin;
	});
}

function fromAbugida(word: string): string {
	let latin = '';
	let hasOpenVowel = false;
	const close = () => {
		if (hasOpenVowel) latin += 'a';
		hasOpenVowel = false;
	};
	for (const character of word) {
		const sound = anyAscii(character);
		if (virama.test(character)) hasOpenVowel = false;
		else if (!/\p{M}/u.test(character)) {
			close();
			latin += sound;
			hasOpenVowel = abugida.test(character) && /^[b-df-hj-np-tv-z']+$/i.test(sound);
		} else if (/^[aeiou]/i.test(sound)) {
			hasOpenVowel = false;
			latin += sound;
		} else {
			if (sound !== '' && !medial.test(character)) close();
			latin += sound;
		}
	}
	const last = word.at(-1) ?? '';
	const isFinalSilent = withoutFinal.test(last) && /[aeiou]/.test(latin);
	return hasOpenVowel && !isFinalSilent ? `${latin}a` : latin;
}

const segmenter = new Intl.Segmenter();
/** What readers see as one letter each: a base with its marks, a joined emoji. */
export const clustersOf = (text: string): string[] =>
	/^[\x20-\x7e]*$/.test(text)
		? text.split('')
		: Array.from(segmenter.segment(text), ({ segment }) => segment);

/**
 * A text as fonts can draw it: letters that none draws lose marks that none draws, or are written in Latin ones.
 * @param draws whether some font draws all of a cluster
 */
export function spell(text: string, draws: (cluster: string) => boolean): string {
	let spelled = '';
	let foreign = '';
	const close = () => {
		spelled += transliterate(foreign);
		foreign = '';
	};
	for (const cluster of clustersOf(text.toWellFormed().normalize('NFC'))) {
		const bare = cluster.replaceAll(/(?!^)[\p{M}\p{Cf}]/gu, '');
		const drawn = draws(cluster) ? cluster : !abugida.test(cluster) && draws(bare) ? bare : null;
		if (drawn === null) foreign += cluster;
		else {
			close();
			spelled += drawn;
		}
	}
	close();
	return spelled;
}
