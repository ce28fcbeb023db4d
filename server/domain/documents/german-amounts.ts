const small = [
	...['', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf'],
	...['dreizehn', 'vierzehn', 'fünfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn'],
];
const tens = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

function belowThousand(number: number): string {
	const hundreds = Math.floor(number / 100);
	const rest = number % 100;
	const head = hundreds > 0 ? `${small[hundreds]}hundert` : '';
	if (rest < 20) return head + small[rest];
	const one = rest % 10;
	return `${head}${one > 0 ? `${small[one]}und` : ''}${tens[Math.floor(rest / 10)]}`;
}

/** A whole number in German, where it stands before a noun that is not counted as one: `einhundert`, but `ein` for 1. */
function whole(number: number): string {
	const millions = Math.floor(number / 1_000_000);
	const thousands = Math.floor((number % 1_000_000) / 1_000);
	const rest = number % 1_000;
	const parts = [
		millions > 0 ? (millions === 1 ? 'eine Million ' : `${whole(millions)} Millionen `) : '',
		thousands > 0 ? `${belowThousand(thousands)}tausend` : '',
		// Numbers that end in 1 after hundreds end in "eins".
		rest > 0 ? belowThousand(rest) + (number > 1 && rest % 100 === 1 ? 's' : '') : '',
	];
	return parts.join('').trim();
}

/** An amount of euros in German words, as confirmations of donations say it: `zweihundert Euro`, `fünfzig Euro und fünf Cent`. */
export function germanEuros(minor: number): string {
	const euros = Math.floor(minor / 100);
	const cents = minor % 100;
	const parts = [euros > 0 ? `${whole(euros)} Euro` : '', cents > 0 ? `${whole(cents)} Cent` : ''];
	return parts.filter(Boolean).join(' und ');
}
