import { normaliseColumnName } from '#server/platform/table/column-name.ts';

/** Names of columns in lists of events, best first. Compared after `normaliseColumnName`. */
const names = {
	title: `event title | event name | title | name of event | event | name | subject | summary title | veranstaltung | titel
		| name der veranstaltung | titre | nom de l evenement | evenement | titulo | nombre del evento | evento | titolo
		| nome evento | naam | evenement naam`,
	startsAt: `starts at | start date time | start datetime | event start | start | start date | date and time | date time | begin
		| begins at | begin date | date | event date | when | beginn | startdatum | anfang | datum | debut | date de debut
		| fecha de inicio | inicio | fecha | data di inizio | inizio | data | begindatum`,
	startTime: `start time | begin time | starts | time | event time | doors | startzeit | uhrzeit | zeit | beginn uhrzeit | heure de debut
		| heure | hora de inicio | hora | ora di inizio | ora | begintijd | tijd`,
	endsAt: `ends at | end date time | end datetime | event end | end | end date | finish | ende | enddatum | fin | date de fin
		| fecha de fin | fine | data di fine | einddatum`,
	endTime:
		'end time | finish time | ends | endzeit | ende uhrzeit | heure de fin | hora de fin | ora di fine | eindtijd',
	timeZone: 'time zone | timezone | tz | zeitzone | fuseau horaire | zona horaria | fuso orario | tijdzone',
	venueName: `venue name | venue | location name | location | place | room | hall | veranstaltungsort | ort | lieu | lugar | sede
		| luogo | locatie`,
	address:
		'address | venue address | street address | street | adresse | anschrift | strasse | direccion | indirizzo | adres',
	city: 'city | town | venue city | stadt | ville | ciudad | citta | stad | plaats',
	region: 'region | state | province | bundesland | county | departement | provincia',
	country: 'country | country code | land | pays | pais | paese',
	onlineUrl:
		'meeting link | online link | online url | join url | stream url | video link | zoom link | meeting url | webinar link',
	externalUrl: `registration url | registration link | ticket url | tickets url | ticket link | event url | website | web site | url | link
		| anmeldung | webseite`,
	summary: 'summary | short description | teaser | subtitle | tagline | kurzbeschreibung | resume | resumen',
	description:
		'description | details | about | long description | notes | beschreibung | description longue | descripcion | descrizione | omschrijving',
	category: 'category | event type | type | topic | kategorie | art | categorie | categoria',
	tags: 'tags | keywords | labels | schlagworte | schlagworter | mots cles | etiquetas',
	allDay: `all day | all day event | ganztagig | ganztagiges ereignis | journee entiere | todo el dia | evento de todo el dia
		| giornata intera | hele dag`,
	isPrivate: 'private | is private | privat | prive | privado | privato',
	sensitivity: 'sensitivity | vertraulichkeit | critere de diffusion | confidencialidad',
	id: 'event id | id | uid | reference | ref | external id | event code',
} as const;

export type EventField = keyof typeof names;
export type EventMapping = Partial<Record<EventField, number>>;

const ranks = new Map<string, { field: EventField; rank: number }[]>();
for (const [field, list] of Object.entries(names)) {
	for (const [rank, name] of list.split('|').entries()) {
		const key = normaliseColumnName(name);
		ranks.set(key, [...(ranks.get(key) ?? []), { field: field as EventField, rank }]);
	}
}

export const isEventColumnName = (name: string) => ranks.has(normaliseColumnName(name));

/** Which column holds what, by its name; each column is taken once, by the field that it fits best. */
export function guessEventColumns(columns: readonly string[]): EventMapping {
	const fits = columns.flatMap((name, column) =>
		(ranks.get(normaliseColumnName(name)) ?? []).map((fit) => ({ ...fit, column })),
	);
	const mapping: EventMapping = {};
	const taken = new Set<number>();
	for (const { field, column } of fits.toSorted((a, b) => a.rank - b.rank || a.column - b.column)) {
		if (mapping[field] !== undefined || taken.has(column)) continue;
		mapping[field] = column;
		taken.add(column);
	}
	// In the order in which people read them.
	const fields = Object.keys(names) as EventField[];
	return Object.fromEntries(fields.flatMap((field) => (field in mapping ? [[field, mapping[field]]] : [])));
}
