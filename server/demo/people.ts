/**
 * Invented people of many places for the demo's guest lists: first and last names of one language each. Addresses are at domains under
 * `.example` alone, which nobody can own (RFC 2606).
 */
const names: readonly [first: string, last: string][] = [
	[
		'Anna Lukas Marlene Jonas Frieda Matthias Hannah Till Greta Moritz Ilse Henrik',
		'Albrecht Brandt Engelhardt Fuchs Hartmann Jansen Köhler Lorenz Petersen Vogt',
	],
	[
		'Amara Chidi Folake Emeka Ngozi Tunde Zainab Ikenna Adaeze Babajide Halima Uche',
		'Adeyemi Balogun Chukwu Danjuma Eze Ibrahim Nwosu Okafor Okonkwo Onyeka',
	],
	[
		'Élise Baptiste Camille Étienne Manon Hugo Solène Julien Odile Rémi Apolline Théo',
		'Aubert Blanchard Chevalier Dubois Fournier Gauthier Lambert Moreau Perrin Roussel',
	],
	[
		'Farah Omar Layla Yusuf Rania Tariq Samira Nabil Huda Karim Dalia Walid',
		'Abboud Bishara Darwish Fakhoury Haddad Khalil Mansour Nasser Saleh Zayed',
	],
	[
		'Aoife Ciarán Niamh Declan Saoirse Fintan Gráinne Oisín Róisín Eamon Maeve Cathal',
		"Brennan Doyle Fitzgerald Gallagher Kavanagh Lynch Nolan O'Brien O'Sullivan Quinn",
	],
	[
		'Haruka Kenji Yui Takumi Sakura Daichi Emi Ryota Noriko Shun Mariko Kaito',
		'Fujimoto Hayashi Ishikawa Kobayashi Matsuda Nakamura Ogawa Shimizu Tanaka Yamada',
	],
	[
		'Lucía Mateo Valentina Joaquín Ximena Andrés Paloma Rodrigo Noelia Álvaro Rocío Tomás',
		'Aguilar Castellano Delgado Fernández Herrera Ibáñez Molina Quispe Serrano Vargas',
	],
	[
		'Chiara Lorenzo Giulia Davide Elisa Marco Ginevra Pietro Ornella Matteo Bianca Raffaele',
		'Bellini Conti Donati Esposito Ferrara Gallo Lombardi Marchetti Ricci Santoro',
	],
	[
		'Agnieszka Tomasz Zofia Piotr Magda Wojciech Kasia Jakub Hania Marek Oliwia Paweł',
		'Baran Dudek Jankowska Kaczmarek Lis Mazur Nowak Pawlak Wilk Zając',
	],
	[
		'Priya Arjun Kavya Rohan Meera Vikram Anjali Sanjay Divya Nikhil Lakshmi Aditya',
		'Bhatt Chopra Desai Gupta Iyer Kapoor Menon Nair Reddy Sharma',
	],
	[
		'Astrid Erik Ingrid Nils Freja Magnus Linnéa Søren Tuva Anders Sigrid Björn',
		'Andersen Bergström Dahl Eriksen Holm Johansson Lindqvist Nygård Sandberg Thorsen',
	],
	[
		'Elif Kerem Defne Emre Zeynep Baran Selin Ozan Derya Mert Aylin Cem',
		'Aksoy Çelik Demir Erdoğan Kaplan Öztürk Polat Şahin Ünal Yılmaz',
	],
	['Mei Wei Xinyi Jun Lian Hao Yan Zhen Qing Bo Ying Tao', 'Chen Fang Huang Jiang Lin Ma Shen Wang Xu Zhou'],
	[
		'Grace Daniel Imogen Samuel Beatrice Toby Harriet Callum Nell Rupert Poppy Marcus',
		'Ashworth Barlow Clegg Fletcher Hargreaves Ogden Pemberton Sutcliffe Thackeray Whitaker',
	],
	[
		'Inês Tiago Beatriz Duarte Leonor Vasco Matilde Gonçalo Teresa Rui Carolina Nuno',
		'Almeida Barros Carvalho Esteves Figueiredo Lopes Monteiro Pinto Ramalho Tavares',
	],
	[
		'Wanjiru Kamau Achieng Otieno Nyambura Kiprono Akinyi Mwangi Chebet Baraka Makena Juma',
		'Cheruiyot Gathoni Kariuki Kimani Mutua Ndungu Njoroge Odhiambo Wambua Wekesa',
	],
];

const people = names.flatMap(([first, last]) =>
	first.split(' ').flatMap((given) => last.split(' ').map((family) => [given, family] as const)),
);

const domains = ['mail.example', 'post.example', 'inbox.example', 'letters.example'];

const plain = (text: string) =>
	text
		.normalize('NFKD')
		.replaceAll(/\p{Diacritic}/gu, '')
		.replaceAll('ı', 'i')
		.replaceAll('ø', 'o')
		.replaceAll('ł', 'l')
		.toLowerCase()
		.replaceAll(/[^a-z]+/g, '');

/** Has no factor in common with the number of people, so that neighbours differ and nobody comes twice in a round. */
const step = 1_009;

/** How many different people there are. */
export const demoPeople = people.length;

/** The n-th person: always the same, all different in a round of `demoPeople`. */
export function demoPerson(n: number): { name: string; email: string } {
	const index = (n * step + 7) % people.length;
	const [first, last] = people[index] as (typeof people)[number];
	return {
		name: `${first} ${last}`,
		email: `${plain(first)}.${plain(last)}@${domains[index % domains.length]}`,
	};
}
