/** Domains that most people's addresses end in; a domain one slip away from one of them is probably meant to be it. */
const commonDomains = [
	'gmail.com',
	'googlemail.com',
	'yahoo.com',
	'yahoo.co.uk',
	'yahoo.de',
	'yahoo.fr',
	'hotmail.com',
	'hotmail.co.uk',
	'hotmail.fr',
	'hotmail.de',
	'outlook.com',
	'outlook.de',
	'live.com',
	'msn.com',
	'icloud.com',
	'me.com',
	'aol.com',
	'gmx.de',
	'gmx.net',
	'gmx.at',
	'web.de',
	't-online.de',
	'proton.me',
	'protonmail.com',
	'orange.fr',
	'wanadoo.fr',
	'libero.it',
	'mail.ru',
	'yandex.ru',
	'qq.com',
	'163.com',
];

/** Endings that nobody owns and everybody types. */
const endingSlips: Record<string, string> = {
	con: 'com',
	cmo: 'com',
	ocm: 'com',
	vom: 'com',
	comm: 'com',
	nte: 'net',
	ogr: 'org',
};

/** Real domains one slip away from a common one; their owners are not corrected. */
const realNeighbours = new Set([
	'mail.com',
	'gmx.com',
	'gmx.ch',
	'ymail.com',
	'email.com',
	'gmail.co',
	'aol.de',
	'live.de',
	'live.fr',
	'live.nl',
	'msn.de',
	'web.com',
	'pm.me',
	'yahoo.es',
	'yahoo.it',
	'hotmail.es',
	'hotmail.it',
	'outlook.fr',
	'outlook.es',
	'outlook.it',
	'hotmail.be',
	'hotmail.nl',
	'live.be',
	'aim.com',
	'126.com',
	'yandex.com',
]);

/**
 * The address that was probably meant, or null when nothing looks wrong: `anna@gmial.com` gives `anna@gmail.com`. A hint for the
 * person, never a correction by itself.
 */
export function suggestEmail(address: string): string | null {
	const at = address.lastIndexOf('@');
	const domain = address
		.slice(at + 1)
		.trim()
		.toLowerCase();
	if (at < 1 || !domain.includes('.') || commonDomains.includes(domain) || realNeighbours.has(domain))
		return null;
	const meant = commonDomains.find((known) => isOneSlipAway(domain, known)) ?? mendEnding(domain);
	return meant === null ? null : `${address.slice(0, at).trim()}@${meant}`;
}

function mendEnding(domain: string): string | null {
	const dot = domain.lastIndexOf('.');
	const ending = endingSlips[domain.slice(dot + 1)];
	return ending ? `${domain.slice(0, dot)}.${ending}` : null;
}

/** One letter too many, too few, wrong, or two neighbours swapped (a Damerau distance of one). */
function isOneSlipAway(typed: string, known: string): boolean {
	if (Math.abs(typed.length - known.length) > 1) return false;
	let start = 0;
	while (start < typed.length && typed[start] === known[start]) start += 1;
	let end = 0;
	while (end < Math.min(typed.length, known.length) - start && typed.at(-1 - end) === known.at(-1 - end))
		end += 1;
	const left = typed.slice(start, typed.length - end);
	const right = known.slice(start, known.length - end);
	if (left.length <= 1 && right.length <= 1) return left !== right;
	return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
