import { message, type TranslatableMessage } from '../errors/translatable-message.ts';
import { areChangesKinder, type ChangeRules } from './change-rules.ts';
import type { EventStatus } from './event-state.ts';
import { isKinder, type RefundRules } from './refund-rules.ts';
import { isResaleKinder, type ResaleRules } from './resale.ts';

/** `notice`: guests are concerned, so they are notified unless the organiser says otherwise. */
export type Verdict = 'allowed' | 'notice' | 'refused';

/**
 * `open`: a draft, or nobody has a ticket. `sold`: tickets are confirmed or held. `closed`: cancelled, or over with tickets sold.
 */
export type EditPhase = 'open' | 'sold' | 'closed';

export interface EditState {
	phase: EditPhase;
	/** Places that are confirmed and held of what is changed: of the event, the ticket type or the shared capacity. */
	confirmed: number;
	held: number;
	/** Tickets with a price are confirmed or held, or gifts were given. */
	hasMoney: boolean;
	/** Of a question. */
	isAnswered?: boolean;
	nowMs: number;
	/** When the event ends; it may run late. */
	endsAtMs: number;
	isCancelled: boolean;
	currency: string;
}

export interface Edit {
	change: EditChange;
	before?: unknown;
	after?: unknown;
}

/** A refund policy, before or after an edit of it. */
export interface PolicyTerms {
	text: string;
	rules: RefundRules | null;
}

/** The sentence of each refusal, which says the way that works. */
export const editRefusals = {
	'event-over': () =>
		message`This event is over or cancelled, so this can’t be changed. Duplicate it instead.`,
	'start-in-past': () => message`People have tickets, so the event can’t be moved into the past.`,
	'currency-taken': (state) => message`Payments have already been made in ${state.currency}.`,
	'refund-policy-kept': () =>
		message`People have tickets under this refund policy, so it can’t be changed. You can still refund more than it says.`,
	'refund-policy-kinder': () =>
		message`People have tickets under this refund policy, so it can only become more generous: more money back, until a later time, for a smaller fee, with the same words beside it.`,
	'change-rules-kinder': () =>
		message`People have tickets that they can change under these rules, so the rules can only become more generous: until a later time, for a smaller fee, and also for tickets that cost less.`,
	'resale-rules-kinder': () =>
		message`Tickets are sold under these rules for reselling tickets. They can only become more generous.`,
	'price-terms-kept': () => message`Tickets with a price have been sold, so this can’t be changed.`,
	'free-or-paid': () =>
		message`People have this ticket, so it can’t change between free and paid. Add another ticket type.`,
	'admits-kept': () =>
		message`People have this ticket, so the number of people it admits can’t be changed. Add another ticket type.`,
	'capacity-below-sold': ({ confirmed, held }) =>
		held > 0
			? message`Can’t go below ${confirmed + held} (already taken, incl. ${held} on hold).`
			: message`Can’t go below ${confirmed + held} (already taken).`,
	'ticket-type-sold': () => message`This ticket has orders, so it can’t be deleted. Close it instead.`,
	'question-answered': () =>
		message`This question has answers, so its type and who is asked can’t change. Add a new question instead.`,
	'has-guests': () => message`This event has guests, so it can’t be deleted. Archive it instead.`,
} satisfies Record<string, (state: EditState) => TranslatableMessage>;

export type EditRule = keyof typeof editRefusals;
type Outcome = 'allowed' | 'notice' | EditRule;
/** The rule of a phase for a change: fixed, or by what it changes. */
type Cell = Outcome | ((edit: Edit, state: EditState) => Outcome);
type Row = Record<EditPhase, Cell>;

const allowed: Row = { open: 'allowed', sold: 'allowed', closed: 'allowed' };
const untilOver: Row = { open: 'allowed', sold: 'allowed', closed: 'event-over' };

/** A title of which more than half is other words is another event to whoever has a ticket. */
const title: Cell = ({ before, after }) =>
	isOtherTitle(String(before), String(after)) ? 'notice' : 'allowed';
const start: Cell = ({ after }, { nowMs }) =>
	after !== undefined && Date.parse(String(after)) <= nowMs ? 'start-in-past' : 'notice';
const visibility: Cell = ({ after }) =>
	after === 'password' || after === 'invite_only' ? 'notice' : 'allowed';
/** The text of a policy is no data that could be compared; its rules are. */
const refundPolicy: Cell = ({ before, after }) => {
	const known = before as PolicyTerms;
	if (known.text === '') return 'allowed';
	if (!known.rules) return 'refund-policy-kept';
	if (after === undefined) return 'allowed';
	const { rules } = after as PolicyTerms;
	return rules && isKinder(known.rules, rules) ? 'allowed' : 'refund-policy-kinder';
};
const changeRules: Cell = ({ before, after }) =>
	after === undefined || areChangesKinder(before as ChangeRules | null, after as ChangeRules | null)
		? 'allowed'
		: 'change-rules-kinder';
const resaleRules: Cell = ({ before, after }) =>
	after === undefined || isResaleKinder(before as ResaleRules | null, after as ResaleRules | null)
		? 'allowed'
		: 'resale-rules-kinder';
const currency: Cell = (_, { hasMoney }) => (hasMoney ? 'currency-taken' : 'allowed');
const priceTerms: Cell = (_, { hasMoney }) => (hasMoney ? 'price-terms-kept' : 'allowed');
const kind: Cell = ({ before, after }, { confirmed, held }) =>
	confirmed + held > 0 && (before === 'free') !== (after === 'free') ? 'free-or-paid' : 'allowed';
const admits: Cell = (_, { confirmed, held }) => (confirmed + held > 0 ? 'admits-kept' : 'allowed');
const capacity: Cell = ({ after }, { confirmed, held }) =>
	typeof after === 'number' && after < confirmed + held ? 'capacity-below-sold' : 'allowed';
const deleteType: Cell = (_, { confirmed, held }) => (confirmed + held > 0 ? 'ticket-type-sold' : 'allowed');
const settled: Cell = (_, { isAnswered }) => (isAnswered ? 'question-answered' : 'allowed');

/** Guests still come to an event that runs late: lists and gates can be changed for a day after its end. */
const door: Cell = (_, { nowMs, endsAtMs, isCancelled }) =>
	isCancelled || nowMs - endsAtMs >= 86_400_000 ? 'event-over' : 'allowed';

/**
 * What may be changed once tickets are sold (section 7 of the brief on organisers; docs/decisions/302-edit-rules-and-changes.md). The
 * server refuses by it, screens explain by it before the press.
 */
export const editRules = {
	'event.title': { open: 'allowed', sold: title, closed: 'event-over' },
	'event.labels': untilOver,
	'event.description': allowed,
	'event.cover': allowed,
	'event.start': { open: 'allowed', sold: start, closed: 'event-over' },
	'event.times': { open: 'allowed', sold: 'notice', closed: 'event-over' },
	'event.place': { open: 'allowed', sold: 'notice', closed: 'event-over' },
	'event.online-link': allowed,
	'event.external-link': untilOver,
	'event.visibility': { open: 'allowed', sold: visibility, closed: 'allowed' },
	'event.slug': allowed,
	'event.currency': { open: 'allowed', sold: currency, closed: 'event-over' },
	'event.refund-policy': { open: 'allowed', sold: refundPolicy, closed: refundPolicy },
	'event.change-rules': { open: 'allowed', sold: changeRules, closed: changeRules },
	'event.transfers': allowed,
	'event.resale-rules': { open: 'allowed', sold: resaleRules, closed: resaleRules },
	'event.waitlist': allowed,
	'event.price-terms': { open: 'allowed', sold: priceTerms, closed: 'event-over' },
	'event.delete': { open: 'allowed', sold: 'has-guests', closed: 'has-guests' },
	'ticket.add': untilOver,
	'ticket.terms': untilOver,
	'ticket.price': untilOver,
	'ticket.kind': { open: kind, sold: kind, closed: 'event-over' },
	'ticket.admits': { open: admits, sold: admits, closed: 'event-over' },
	'ticket.capacity': { open: capacity, sold: capacity, closed: 'event-over' },
	'ticket.delete': { open: deleteType, sold: deleteType, closed: 'event-over' },
	'question.add': untilOver,
	'question.terms': untilOver,
	'question.kind': { open: settled, sold: settled, closed: 'event-over' },
	// One with answers is archived, which is always allowed.
	'question.delete': allowed,
	'door.lists': { open: 'allowed', sold: 'allowed', closed: door },
} satisfies Record<string, Row>;

export type EditChange = keyof typeof editRules;

/** Which change of the table a column of an event is. Columns that are worked out from others have none. */
export const eventFieldChanges = {
	title: 'event.title',
	summary: 'event.labels',
	category: 'event.labels',
	tags: 'event.labels',
	description: 'event.description',
	coverAlt: 'event.cover',
	coverSeed: 'event.cover',
	coverFile: 'event.cover',
	startsAt: 'event.start',
	endsAt: 'event.times',
	timeZone: 'event.times',
	isAllDay: 'event.times',
	format: 'event.place',
	venueName: 'event.place',
	address: 'event.place',
	city: 'event.place',
	region: 'event.place',
	countryCode: 'event.place',
	latitude: 'event.place',
	longitude: 'event.place',
	onlineUrl: 'event.online-link',
	externalUrl: 'event.external-link',
	visibility: 'event.visibility',
	passwordHash: 'event.visibility',
	slug: 'event.slug',
	currency: 'event.currency',
	refundPolicy: 'event.refund-policy',
	refundRules: 'event.refund-policy',
	changeRules: 'event.change-rules',
	allowsTransfers: 'event.transfers',
	resaleRules: 'event.resale-rules',
	waitlistMode: 'event.waitlist',
	waitlistOfferHours: 'event.waitlist',
	feeBearer: 'event.price-terms',
	pricesIncludeTax: 'event.price-terms',
} as const satisfies Record<string, EditChange>;

export type EventField = keyof typeof eventFieldChanges;

/** Whether the table allows a change of a column whoever has a ticket: no one is notified of it, so it may be saved while it is typed. */
export function isFreelyEdited(field: string): boolean {
	const change = (eventFieldChanges as Readonly<Record<string, EditChange>>)[field];
	return change !== undefined && editRules[change].sold === 'allowed';
}

/** Fields that guests know, and are notified of when an edit is announced at all. */
export const guestFields: readonly EventField[] = [
	'title',
	'summary',
	'description',
	'startsAt',
	'endsAt',
	'timeZone',
	'isAllDay',
	'format',
	'venueName',
	'address',
	'city',
	'region',
	'countryCode',
	'onlineUrl',
	'visibility',
	'refundPolicy',
];

/** The table’s verdict on an edit. */
export function judgeEdit(edit: Edit, state: EditState): { verdict: Verdict; rule: EditRule | null } {
	const cell: Cell = (editRules[edit.change] as Row)[state.phase];
	const outcome = typeof cell === 'function' ? cell(edit, state) : cell;
	if (outcome === 'allowed' || outcome === 'notice') return { verdict: outcome, rule: null };
	return { verdict: 'refused', rule: outcome };
}

/** The sentence of a refusal, which says the way that works. */
export function refusalOf(rule: EditRule, state: EditState): TranslatableMessage {
	const sentence: (state: EditState) => TranslatableMessage = editRefusals[rule];
	return sentence(state);
}

/**
 * The phase of an event for its edits.
 * @param event `isShown`: it was published at some time
 * @param taken places that are confirmed and held
 */
export function editPhase(
	event: { status: EventStatus; archivedFrom?: EventStatus | null; endsAt: Date; isShown: boolean },
	taken: number,
	now: Date,
): EditPhase {
	const status = event.status === 'archived' ? (event.archivedFrom ?? 'draft') : event.status;
	if (status === 'cancelled') return 'closed';
	if (taken === 0) return 'open';
	return event.isShown && event.endsAt <= now ? 'closed' : 'sold';
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function isOtherTitle(before: string, after: string): boolean {
	const [known, next] = [wordsOf(before), wordsOf(after)];
	const shared = [...next].filter((word) => known.has(word)).length;
	return shared * 2 < Math.max(known.size, next.size);
}
