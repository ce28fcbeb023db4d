import { and, eq, sql } from 'drizzle-orm';
import { isUsableSlug } from '#server/domain/events/reserved-slugs.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateEvent as contract } from '#shared/contracts/events.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import type { Tx } from '../../../db/client.ts';
import { events, names } from '../../../db/tables/events.ts';
import type { Services } from '../../../services.ts';
import { hashPassword } from '../../accounts/password-hash.ts';
import { type EventRow, lockEvent } from '../event-rows.ts';
import { readTimes, type TimeWarning } from '../event-times.ts';
import { isNameTaken, takenSlugs } from '../names.ts';
import { placeLine } from '../place-line.ts';
import { slugFromTitle, withSuffix } from '../slug.ts';
import { passwordMissing } from './create-event.ts';

type Input = BodyOf<typeof contract>;
type Changes = Partial<typeof events.$inferInsert>;

/**
 * Changes some fields of an event. Saving what is already so changes nothing and keeps the version.
 * @param how.ifMatch the version that the author read; another current one refuses the change
 * @throws version conflict (412), VALIDATION_FAILED about a field
 */
export async function updateEvent(
	services: Services,
	how: { organisationId: string; eventId: string; input: Input; ifMatch: number | undefined },
): Promise<{ warnings: TimeWarning[] }> {
	const { input } = how;
	// Hashing takes long: before the row is locked.
	const passwordHash = input.password ? await hashPassword(input.password) : input.password;
	try {
		return await services.database.transaction(async (tx) => {
			const row = await lockEvent(tx, how);
			if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
			const { changes, warnings } = await readChanges(services, tx, row, input, passwordHash);
			const changed = Object.keys(changes) as (keyof Changes)[];
			if (changed.length === 0) return { warnings };
			await tx
				.update(events)
				.set({ ...changes, version: sql`${events.version} + 1`, updatedAt: services.clock.now() })
				.where(and(eq(events.organisationId, how.organisationId), eq(events.id, how.eventId)));
			const fact = { organisationId: how.organisationId, eventId: how.eventId };
			await services.facts.publish(
				tx,
				{ ...fact, name: 'events.event-updated', payload: { eventId: how.eventId, fields: changed } },
				services,
			);
			const isMoved = changes.startsAt !== undefined || changes.previousPlace !== undefined;
			if (isMoved && row.status !== 'draft') {
				await services.facts.publish(
					tx,
					{ ...fact, name: 'events.event-rescheduled', payload: { eventId: how.eventId } },
					services,
				);
			}
			return { warnings };
		});
	} catch (error) {
		if (isNameTaken(error)) throw slugTaken();
		throw error;
	}
}

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
	const visibility = changes.visibility ?? row.visibility;
	const hash = passwordHash === undefined ? row.passwordHash : passwordHash;
	if (visibility === 'password' && !hash) throw passwordMissing();
	if (changes.startsAt && row.publishedAt && row.status !== 'draft') {
		const announced = row.previousStartsAt ?? row.startsAt;
		changes.previousStartsAt = isSame(announced, changes.startsAt) ? null : announced;
	}
	Object.assign(changes, movePlace(row, changes));
	if (changes.refundPolicy !== undefined && row.refundPolicy !== '' && (await hasTicketsOut(tx, row)))
		throw fieldError(
			'refundPolicy',
			message`People have tickets under this refund policy, so it can’t be changed. You can still refund more than it says.`,
		);
	Object.assign(changes, await readSlug(tx, row, { slug, title: changes.title }));
	return { changes, warnings };
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

async function hasTicketsOut(tx: Tx, row: EventRow): Promise<boolean> {
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM capacity_pools
		WHERE organisation_id = ${row.organisationId} AND event_id = ${row.id} AND confirmed + held > 0 LIMIT 1`);
	return rows.length > 0;
}

function isSame(a: unknown, b: unknown): boolean {
	if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
	if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => one === b[i]);
	return a === b;
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
		if (!isUsableSlug(slug)) {
			throw fieldError(
				'slug',
				message`Use lowercase letters, digits and hyphens. Some words are reserved.`,
				'VALIDATION_INVALID_FORMAT',
				slug,
			);
		}
		return { slug };
	}
	if (wanted.title === undefined || row.publishedAt) return {};
	if (!isMadeFrom(row.slug, row.title)) return {};
	const made = slugFromTitle(wanted.title);
	if (isMadeFrom(row.slug, wanted.title)) return {};
	// Nobody has seen the old one.
	await tx.delete(names).where(and(eq(names.kind, 'event'), eq(names.name, row.slug)));
	const isTaken = (await takenSlugs(tx, [made])).size > 0;
	return { slug: isTaken ? withSuffix(made) : made };
}

/** Whether a slug is the one of a title, with or without a random end. */
function isMadeFrom(slug: string, title: string): boolean {
	const made = slugFromTitle(title);
	return (
		slug === made || (slug.startsWith(`${made}-`) && /^[a-z2-9]{4,8}$/.test(slug.slice(made.length + 1)))
	);
}

const slugTaken = () =>
	new AppError('RESOURCE_ALREADY_EXISTS', {
		message: 'This URL is already taken.',
		userMessage: message`This URL is already taken. Choose another.`,
		details: [{ field: 'slug', message: 'This URL is already taken.', code: 'RESOURCE_ALREADY_EXISTS' }],
	});
