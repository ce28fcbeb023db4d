import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events, names } from '#server/db/tables/events.ts';
import { hashPassword } from '#server/domain/accounts/password-hash.ts';
import { isUsableSlug } from '#server/domain/events/reserved-slugs.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateEvent as contract } from '#shared/contracts/events.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import {
	type EditRule,
	type EditState,
	type EventField,
	eventFieldChanges,
	isFreelyEdited,
	judgeEdit,
	type PolicyTerms,
	refusalOf,
	type Verdict,
} from '#shared/rules/edit-rules.ts';
import { announceUpdate } from '../changes/announce-update.ts';
import { type Author, bySystem } from '../changes/author.ts';
import { editRefusal, readEditState } from '../changes/edit-state.ts';
import { readRows } from '../changes/parts.ts';
import { insertChangeSet, type Notice } from '../changes/record-changes.ts';
import { changedSecret, compareRows, isSameJson } from '../changes/rows.ts';
import { type EventRow, lockEvent } from '../event-rows.ts';
import { readTimes, type TimeWarning } from '../event-times.ts';
import { freeSlug, isNameTaken } from '../names.ts';
import { isMadeFrom, slugFromTitle } from '../slug.ts';
import { writePolicy } from '../written-policy.ts';
import { passwordMissing } from './create-event.ts';
import { sharePictures } from './pictures.ts';

type Place = Pick<EventRow, 'venueName' | 'address' | 'city' | 'region'>;

/** Where an event is, in a line; empty when nothing is known. */
function placeLine({ venueName, address, city, region }: Place): string {
	return [venueName, address, city, region].filter((part) => part.trim() !== '').join(', ');
}

type Input = BodyOf<typeof contract>;
type Changes = Partial<typeof events.$inferInsert>;

export interface EventEdit {
	organisationId: string;
	eventId: string;
	input: Input;
	/** The version that the author read; another current one refuses the change. */
	ifMatch: number | undefined;
	by?: Author;
	/** Left out: guests are notified where the table of edit rules says so. */
	notice?: Notice | undefined;
}

/** One column that an edit changes, with what the table of edit rules says of it. */
export interface FieldEffect {
	field: EventField;
	before: unknown;
	after: unknown;
	verdict: Verdict;
	rule: EditRule | null;
	/** Why it is refused. */
	message: TranslatableMessage | null;
}

export interface EditOutcome {
	version: number;
	effects: FieldEffect[];
	warnings: TimeWarning[];
	/** Null: nothing changed. */
	changeSetId: string | null;
}

/**
 * Changes some fields of an event. Saving what is already so changes nothing, not even the version.
 * @throws version conflict (412), VALIDATION_FAILED about a field, BUSINESS_RULE_VIOLATION by the table of edit rules
 */
export async function updateEvent(services: Services, how: EventEdit): Promise<EditOutcome> {
	const passwordHash = await hashOf(how.input);
	return onSlugTaken(() =>
		services.database.transaction((tx) =>
			editEvent(services, tx, { ...how, passwordHash, mayBeTyped: true }),
		),
	);
}

/** Hashing takes long: before the row is locked. */
export const hashOf = async ({ password }: Input) => (password ? await hashPassword(password) : password);

export async function onSlugTaken<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (isNameTaken(error)) throw slugTaken();
		throw error;
	}
}

/**
 * `updateEvent` in the transaction of a caller.
 * @param how.check is called with the effects before anything is written, and may refuse them; false: nothing is written. Without it the
 * first refused field refuses the edit.
 * @param how.mayBeTyped whether the author may be in the middle of typing; false where a press of a button published it
 */
export async function editEvent(
	services: Services,
	tx: Tx,
	how: EventEdit & {
		passwordHash: string | null | undefined;
		mayBeTyped?: boolean;
		check?: (effects: FieldEffect[], version: number) => Promise<boolean>;
		/** The caller writes the history: the edit is part of a change of several events. */
		isPart?: boolean;
	},
): Promise<EditOutcome> {
	const scope = { organisationId: how.organisationId, eventId: how.eventId };
	const row = await lockEvent(tx, scope);
	if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
	const { changes, warnings } = await readChanges(services, tx, row, how.input, how.passwordHash);
	const changed = Object.keys(changes) as (keyof Changes)[];
	if (changed.length === 0) return { version: row.version, effects: [], warnings, changeSetId: null };
	const state = await readEditState(services, tx, row);
	const effects = judgeChanges(row, changes, state);
	if (how.check) {
		if (!(await how.check(effects, row.version)))
			return { version: row.version, effects, warnings, changeSetId: null };
	}
	const refused = effects.find(({ rule }) => rule !== null);
	if (refused?.rule) throw editRefusal(refused.rule, state, refused.field);
	const rows = how.isPart ? null : await readRows(services, tx, scope);
	await tx
		.update(events)
		.set({ ...changes, version: sql`${events.version} + 1`, updatedAt: services.clock.now() })
		.where(and(eq(events.organisationId, how.organisationId), eq(events.id, how.eventId)));
	await sharePictures(tx, scope, changes.description ?? '');
	await announceUpdate(services, tx, row, changes);
	if (rows === null) return { version: row.version + 1, effects, warnings, changeSetId: null };
	const changeSetId = await insertChangeSet(tx, scope, {
		by: how.by ?? bySystem,
		before: row,
		changes: compareRows(rows, await readRows(services, tx, scope)),
		notice: how.notice ?? { notify: effects.some(({ verdict }) => verdict === 'notice'), note: '' },
		isTyped:
			how.mayBeTyped === true &&
			(row.status === 'draft' || effects.every(({ field }) => isFreelyEdited(field))),
	});
	return { version: row.version + 1, effects, warnings, changeSetId };
}

/** The edit rule of each changed column that has one. */
export function judgeChanges(row: EventRow, changes: Changes, state: EditState): FieldEffect[] {
	return (
		(Object.keys(eventFieldChanges) as EventField[])
			// Rules are compared and sent as the text that they write.
			.filter((field) => field in changes && !(field === 'refundRules' && 'refundPolicy' in changes))
			.map((field) => {
				const change = eventFieldChanges[field];
				const isSecret = field === 'passwordHash';
				const before = isSecret ? changedSecret : jsonOf(row[field]);
				const after = isSecret ? changedSecret : jsonOf(changes[field]);
				const edit =
					change === 'event.refund-policy'
						? { change, before: policyOf(row), after: policyOf({ ...row, ...changes }) }
						: { change, before, after };
				const { verdict, rule } = judgeEdit(edit, state);
				return { field, before, after, verdict, rule, message: rule && refusalOf(rule, state) };
			})
	);
}

const policyOf = ({
	refundPolicy,
	refundRules,
}: Pick<EventRow, 'refundPolicy' | 'refundRules'>): PolicyTerms => ({
	text: refundPolicy,
	rules: refundRules,
});

const jsonOf = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null));

/** The columns that really change. */
async function readChanges(
	services: Services,
	tx: Tx,
	row: EventRow,
	input: Input,
	passwordHash: string | null | undefined,
): Promise<{ changes: Changes; warnings: TimeWarning[] }> {
	const {
		password: _1,
		slug,
		startsAt: _2,
		startsAtLocal: _3,
		endsAt: _4,
		endsAtLocal: _5,
		...plain
	} = input;
	const { times, warnings } = readTimes(input, row, services.clock.now());
	const wanted: Changes = { ...plain, ...times };
	if (passwordHash !== undefined) Object.assign(wanted, { passwordHash, hasShortPassword: false });
	const changes = Object.fromEntries(
		Object.entries(wanted).filter(
			([name, value]) => value !== undefined && !isSame(row[name as keyof EventRow], value),
		),
	) as Changes;

	if (changes.visibility && row.moderation) {
		throw ruleViolation(
			'event-moderated',
			message`An administrator has set who can see this event. Contact them to change it.`,
		);
	}
	if (changes.repeat && (row.status !== 'draft' || row.seriesId)) {
		throw ruleViolation(
			'repeats-already',
			message`Only a draft that isn’t part of a series can be planned to repeat.`,
		);
	}
	const visibility = changes.visibility ?? row.visibility;
	const hash = passwordHash === undefined ? row.passwordHash : passwordHash;
	if (visibility === 'password' && !hash) throw passwordMissing();
	Object.assign(changes, moveWhatGuestsKnew(row, changes), writePolicy(row, changes, input.refundRules));
	Object.assign(changes, await readSlug(tx, row, { slug, title: changes.title }));
	return { changes, warnings };
}

/** What else changes with the start and the place: what guests knew of them before. */
export function moveWhatGuestsKnew(row: EventRow, changes: Changes): Changes {
	const more = movePlace(row, changes);
	if (!changes.startsAt || !row.publishedAt || row.status === 'draft') return more;
	const announced = row.previousStartsAt ?? row.startsAt;
	return { ...more, previousStartsAt: isSame(announced, changes.startsAt) ? null : announced };
}

/** What else changes with the place: the point on the map, and the place that guests knew before. */
function movePlace(row: EventRow, changes: Changes): Changes {
	const fields = ['venueName', 'address', 'city', 'region', 'countryCode'] as const;
	if (fields.every((field) => changes[field] === undefined)) return {};
	const more: Changes = {};
	if (row.latitude !== null && changes.latitude === undefined && changes.longitude === undefined)
		Object.assign(more, { latitude: null, longitude: null });
	const announced = row.previousPlace ?? placeLine(row);
	if (!row.publishedAt || row.status === 'draft' || announced === '') return more;
	const next = placeLine({ ...row, ...changes } as EventRow);
	if (next === placeLine(row)) return more;
	return { ...more, previousPlace: next === announced ? null : announced };
}

function isSame(a: unknown, b: unknown): boolean {
	if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
	return isSameJson(a, b);
}

/**
 * A chosen slug is taken as it is; the old one goes on leading to the event. The slug of a draft that nobody has seen follows
 * its title.
 */
async function readSlug(
	tx: Tx,
	row: EventRow,
	wanted: { slug: string | undefined; title: string | undefined },
): Promise<Changes> {
	if (wanted.slug !== undefined) {
		const slug = wanted.slug.toLowerCase();
		if (slug === row.slug) return {};
		requireUsableSlug(slug);
		return { slug };
	}
	if (wanted.title === undefined || row.publishedAt) return {};
	if (!isMadeFrom(row.slug, row.title)) return {};
	const made = slugFromTitle(wanted.title);
	if (isMadeFrom(row.slug, wanted.title)) return {};
	// Nobody has seen the old one.
	await tx.delete(names).where(and(eq(names.kind, 'event'), eq(names.name, row.slug)));
	return { slug: await freeSlug(tx, made) };
}

/** @throws VALIDATION_FAILED about `slug` */
export function requireUsableSlug(slug: string): void {
	if (isUsableSlug(slug)) return;
	throw fieldError(
		'slug',
		message`Use lowercase letters, digits and hyphens. Some words are reserved.`,
		'VALIDATION_INVALID_FORMAT',
		slug,
	);
}

const slugTaken = () =>
	new AppError('RESOURCE_ALREADY_EXISTS', {
		message: 'This URL is already taken.',
		userMessage: message`This URL is already taken. Choose another.`,
		details: [{ field: 'slug', message: 'This URL is already taken.', code: 'RESOURCE_ALREADY_EXISTS' }],
	});
