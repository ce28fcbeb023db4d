/** Invented people of many places for the demo's guest lists; addresses only at domains reserved for examples (RFC 2606). */
const firstNames = [
	'Amara',
	'Björn',
	'Chiara',
	'Daniel',
	'Élise',
	'Farid',
	'Grace',
	'Hiroshi',
	'Ines',
	'Jonas',
	'Keiko',
	'Lucía',
	'Mateo',
	'Nadia',
	'Oluwaseun',
	'Priya',
	'Quentin',
	'Rania',
	'Søren',
	'Tomasz',
	'Uma',
	'Viktor',
	'Wanjiru',
	'Xin',
	'Yara',
	'Zoë',
	'Aoife',
	'Bao',
];
const lastNames = [
	'Adeyemi',
	'Bergström',
	'Castellano',
	'Dubois',
	'Eriksen',
	'Fernández',
	'García Márquez',
	'Haddad',
	'Ivanova',
	'Johansson',
	'Kowalski',
	'Lindqvist',
	'Müller',
	'Nakamura',
	"O'Brien",
	'Papadopoulos',
	'Quispe',
	'Rossi',
	'Silva',
	'Tanaka',
	'Ünal',
	'Van der Berg',
	'Wang',
	'Yılmaz',
];

const plain = (text: string) =>
	text
		.normalize('NFKD')
		.replaceAll(/\p{Diacritic}/gu, '')
		.replaceAll('ı', 'i')
		.toLowerCase()
		.replaceAll(/[^a-z]+/g, '.');

/** The n-th person: always the same, all different for the first six hundred. */
export function demoPerson(n: number): { name: string; email: string } {
	const first = firstNames[n % firstNames.length] as string;
	const last = lastNames[Math.floor(n / firstNames.length + n) % lastNames.length] as string;
	const domain = ['example.org', 'example.com', 'example.net'][n % 3];
	return { name: `${first} ${last}`, email: `${plain(first)}.${plain(last)}.${n}@${domain}` };
}
