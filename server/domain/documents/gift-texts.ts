import { formatsFor } from '#shared/lib/formats.ts';
import { needsAddress, type ReceiptData, type ReceiptRegime } from '#shared/rules/gift-receipts.ts';
import type { GiftStatement } from './content.ts';
import { germanEuros } from './german-amounts.ts';

/** When a sentence is part of a receipt. */
type Condition = 'exemption' | 'statutes' | 'signed' | 'benefit' | 'noBenefit' | 'noMembershipFee';

interface Wording {
	/** Named in the receipt: a changed text is a new version, and receipts refer to theirs. */
	version: string;
	/** Of the receipt: official wordings exist in one language. */
	language: string;
	title: string;
	labels: GiftStatement['labels'];
	sentences: readonly { when?: Condition; text: string }[];
	cancellation: { title: string; text: string };
}

const inEnglish = {
	title: 'Donation receipt',
	labels: { recipient: 'Donor', date: 'Date', corrects: 'Cancels' },
	cancellation: {
		title: 'Cancelled donation receipt',
		text: 'Receipt {label} of {issued} for {amount} is cancelled. Please don’t use it any more.',
	},
};

const inGerman = {
	labels: { recipient: 'Name und Anschrift des Zuwendenden', date: 'Datum', corrects: 'Storniert' },
	cancellation: {
		title: 'Storno einer Zuwendungsbestätigung',
		text: 'Die Bestätigung {label} vom {issued} über {amount} ist ungültig. Bitte verwenden Sie sie nicht mehr und senden Sie ein unterschriebenes Exemplar zurück.',
	},
};

const germanLiability = [
	{
		text: '\n_________________________________________________________\n(Ort, Datum und Unterschrift des Zuwendungsempfängers)',
	},
	{ when: 'signed', text: '{signatory}' },
	{
		text: 'Hinweis:\nWer vorsätzlich oder grob fahrlässig eine unrichtige Zuwendungsbestätigung erstellt oder veranlasst, dass Zuwendungen nicht zu den in der Zuwendungsbestätigung angegebenen steuerbegünstigten Zwecken verwendet werden, haftet für die entgangene Steuer (§ 10b Abs. 4 EStG, § 9 Abs. 3 KStG, § 9 Nr. 5 GewStG).',
	},
	{
		text: 'Diese Bestätigung wird nicht als Nachweis für die steuerliche Berücksichtigung der Zuwendung anerkannt, wenn das Datum des Freistellungsbescheides länger als 5 Jahre bzw. das Datum der Feststellung der Einhaltung der satzungsmäßigen Voraussetzungen nach § 60a Abs. 1 AO länger als 3 Jahre seit Ausstellung des Bescheides zurückliegt (§ 63 Abs. 5 AO).',
	},
] as const;

const germanBodies =
	'im Sinne des § 10b des Einkommensteuergesetzes an eine der in § 5 Abs. 1 Nr. 9 des Körperschaftsteuergesetzes bezeichneten Körperschaften, Personenvereinigungen oder Vermögensmassen';

/** The text of German confirmations about the notice: of an exemption, or that the statutes fulfil the conditions. */
const germanNotice = [
	{
		when: 'exemption',
		text: 'Wir sind wegen Förderung von {purpose} nach dem Freistellungsbescheid bzw. nach der Anlage zum Körperschaftsteuerbescheid des Finanzamtes {taxOffice}, StNr. {number}, vom {noticeDate} für den letzten Veranlagungszeitraum {assessmentPeriod} nach § 5 Abs. 1 Nr. 9 des Körperschaftsteuergesetzes von der Körperschaftsteuer und nach § 3 Nr. 6 des Gewerbesteuergesetzes von der Gewerbesteuer befreit.',
	},
	{
		when: 'statutes',
		text: 'Die Einhaltung der satzungsmäßigen Voraussetzungen nach den §§ 51, 59, 60 und 61 AO wurde vom Finanzamt {taxOffice}, StNr. {number}, mit Bescheid vom {noticeDate} nach § 60a AO gesondert festgestellt. Wir fördern nach unserer Satzung {purpose}.',
	},
] as const;

/** For organisations whose membership fees cannot be deducted; the model says the same of one donation and of all of a year. */
const germanMembership = {
	when: 'noMembershipFee',
	text: 'Es wird bestätigt, dass es sich nicht um einen Mitgliedsbeitrag handelt, dessen Abzug nach § 10b Abs. 1 des Einkommensteuergesetzes ausgeschlossen ist.',
} as const;

/**
 * The texts of receipts by country. They are data, to be checked by whoever issues receipts with them: law differs and changes.
 * US: IRS Publication 1771 (written acknowledgment of a contribution, and the disclosure of IRC 6115 where part of a payment
 * bought goods or services). UK: an acknowledgement, which claims no Gift
 * Aid. Germany: models of the BMF letter of 7 November 2013 (donations of money to bodies of § 5 Abs. 1 Nr. 9 KStG: one, and all of a
 * year), which are signed by hand; up to 300 euros the simplified proof of § 50 Abs. 4 EStDV.
 */
const wordings: Record<'us' | 'uk' | 'deOfficial' | 'deSimple' | 'deYear', Wording> = {
	us: {
		...inEnglish,
		version: 'us-2026-11',
		language: 'en-US',
		sentences: [
			{
				text: '{name} is a tax-exempt organization under section 501(c)(3) of the Internal Revenue Code. EIN: {number}.',
			},
			{ text: 'Date of the contribution: {date}. Amount of the contribution: {amount}.' },
			{
				when: 'benefit',
				text: 'You paid {paid}. In exchange you received admission to an event with a good faith estimate of value of {value}. The amount of your contribution that is deductible for federal income tax purposes is limited to the excess of your payment over that value: {amount}.',
			},
			{
				when: 'noBenefit',
				text: 'No goods or services were provided in exchange for this contribution.',
			},
			{ text: 'Keep this receipt for your tax records.' },
			{ when: 'signed', text: '{signatory}, for {name}' },
		],
	},
	uk: {
		...inEnglish,
		version: 'uk-2026-11',
		language: 'en-GB',
		sentences: [
			{ text: '{name}, registered charity number {number}, received {amount} from you on {date}.' },
			{
				when: 'benefit',
				text: 'You paid {paid}. Of this, {value} is the value of admission to an event; you received no benefit in return for the remaining {amount}.',
			},
			{ when: 'noBenefit', text: 'You received no benefit in return for this donation.' },
			{ text: 'This receipt is not a Gift Aid declaration.' },
			{ when: 'signed', text: '{signatory}, for {name}' },
		],
	},
	deOfficial: {
		...inGerman,
		version: 'de-2013-11',
		language: 'de',
		title: 'Bestätigung über Geldzuwendungen',
		sentences: [
			{ text: germanBodies },
			{
				text: 'Betrag der Zuwendung – in Ziffern –: {amount}\nBetrag der Zuwendung – in Buchstaben –: {words}\nTag der Zuwendung: {date}',
			},
			{ text: 'Es handelt sich um den Verzicht auf Erstattung von Aufwendungen: Ja [ ]   Nein [x]' },
			...germanNotice,
			{ text: 'Es wird bestätigt, dass die Zuwendung nur zur Förderung von {purpose} verwendet wird.' },
			germanMembership,
			...germanLiability,
		],
	},
	deYear: {
		...inGerman,
		version: 'de-year-2013-11',
		language: 'de',
		title: 'Sammelbestätigung über Geldzuwendungen',
		sentences: [
			{ text: germanBodies },
			{
				text: 'Gesamtbetrag der Zuwendungen – in Ziffern –: {amount}\nGesamtbetrag der Zuwendungen – in Buchstaben –: {words}\nZeitraum der Sammelbestätigung: {period}',
			},
			...germanNotice,
			{ text: 'Es wird bestätigt, dass die Zuwendungen nur zur Förderung von {purpose} verwendet werden.' },
			germanMembership,
			{
				text: 'Es wird bestätigt, dass über die in der Gesamtsumme enthaltenen Zuwendungen keine weiteren Bestätigungen, weder formelle Zuwendungsbestätigungen noch Beitragsquittungen oder Ähnliches ausgestellt wurden und werden.',
			},
			{
				text: 'Ob es sich um den Verzicht auf Erstattung von Aufwendungen handelt, ist der Anlage zur Sammelbestätigung zu entnehmen.',
			},
			...germanLiability,
			{
				text: 'Anlage zur Sammelbestätigung\nDatum der Zuwendung · Art der Zuwendung · Verzicht auf die Erstattung von Aufwendungen · Betrag\n{list}\nGesamtsumme: {amount}',
			},
		],
	},
	deSimple: {
		...inGerman,
		labels: { ...inGerman.labels, recipient: 'Zuwendender' },
		version: 'de-simple-2026-11',
		language: 'de',
		title: 'Spendenbeleg',
		sentences: [
			{
				text: 'Beleg für den vereinfachten Zuwendungsnachweis nach § 50 Abs. 4 EStDV. Er gilt zusammen mit der Buchungsbestätigung (z. B. Kontoauszug).',
			},
			{
				text: 'Spende von {amount} am {date} an {name}. Es handelt sich nicht um einen Mitgliedsbeitrag.',
			},
			...germanNotice,
			{ text: 'Die Spende wird nur zur Förderung von {purpose} verwendet.' },
		],
	},
};

/** The subject of a receipt. */
export interface ReceiptFacts {
	currency: string;
	/** What was given without anything in return. */
	amountMinor: number;
	/** What the donor got with it: the fair value of their tickets, and what they paid in all. Null: nothing. */
	benefit: { valueMinor: number; paidMinor: number } | null;
	givenAt: string;
	timeZone: string;
	hasAddress: boolean;
	/** Of a receipt over a year: its donations. */
	list?: readonly YearPart[];
}

/** A donation in the list of a receipt over a year. */
export interface YearPart {
	/** `2026-01-31` */
	givenOn: string;
	amountMinor: number;
}

/** Countries with a wording for one receipt over all donations of a year. */
export const hasYearReceipt = (regime: ReceiptRegime): boolean => regime === 'de';

const wordingOf = (regime: ReceiptRegime, { hasAddress, amountMinor, list }: ReceiptFacts): Wording => {
	if (regime !== 'de') return wordings[regime];
	if (list) return wordings.deYear;
	return hasAddress || needsAddress(regime, amountMinor) ? wordings.deOfficial : wordings.deSimple;
};

const dayOf = (instant: string | Date, language: string, timeZone: string) =>
	new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(instant));

const fill = (text: string, values: Record<string, string>) =>
	text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** The list of a German receipt over a year, and the days that it covers. */
function listOf(list: readonly YearPart[], currency: string, language: string) {
	const formats = formatsFor(language);
	const year = list[0]?.givenOn.slice(0, 4);
	const day = (date: string) => dayOf(`${date}T12:00:00Z`, language, 'UTC');
	return {
		period: `${day(`${year}-01-01`)} – ${day(`${year}-12-31`)}`,
		list: list
			.map(
				({ givenOn, amountMinor }) =>
					`${day(givenOn)} · Geldzuwendung · nein · ${formats.money(amountMinor, currency)}`,
			)
			.join('\n'),
	};
}

/** Writes the sentences of a country's receipt out. */
export function writeReceipt(
	regime: ReceiptRegime,
	data: ReceiptData,
	facts: ReceiptFacts,
): { language: string; statement: GiftStatement } {
	const wording = wordingOf(regime, facts);
	const { version, language, title, labels } = wording;
	const formats = formatsFor(language);
	const { excludesMembershipFees: _, ...texts } = data;
	const values: Record<string, string> = {
		...texts,
		noticeDate: data.noticeDate ? dayOf(`${data.noticeDate}T12:00:00Z`, language, 'UTC') : '',
		date: dayOf(facts.givenAt, language, facts.timeZone),
		amount: formats.money(facts.amountMinor, facts.currency),
		paid: formats.money(facts.benefit?.paidMinor ?? 0, facts.currency),
		value: formats.money(facts.benefit?.valueMinor ?? 0, facts.currency),
		words: germanEuros(facts.amountMinor),
		...(facts.list && listOf(facts.list, facts.currency, language)),
	};
	const holds: Record<Condition, boolean> = {
		exemption: data.assessmentPeriod !== '',
		statutes: data.assessmentPeriod === '',
		signed: data.signatory !== '',
		benefit: facts.benefit !== null,
		noBenefit: facts.benefit === null,
		noMembershipFee: data.excludesMembershipFees,
	};
	return {
		language,
		statement: {
			...{ regime, wording: version, title, labels },
			statements: wording.sentences
				.filter(({ when }) => when === undefined || holds[when])
				.map(({ text }) => fill(text, values)),
			givenAt: facts.givenAt,
		},
	};
}

/** The text of a receipt’s cancellation, in the language of the receipt. */
export function writeCancellation(
	statement: GiftStatement,
	receipt: { label: string; issuedAt: Date; grossMinor: number; currency: string; timeZone: string },
): GiftStatement {
	const wording = Object.values(wordings).find(({ version }) => version === statement.wording);
	const { cancellation, language } = wording ?? wordings.uk;
	const formats = formatsFor(language);
	return {
		...statement,
		title: cancellation.title,
		statements: [
			fill(cancellation.text, {
				label: receipt.label,
				issued: dayOf(receipt.issuedAt, language, receipt.timeZone),
				amount: formats.money(receipt.grossMinor, receipt.currency),
			}),
		],
	};
}
