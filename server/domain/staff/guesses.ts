import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { sourceOf } from '../accounts/network.ts';

/*
 * Guessing is slowed down and then stopped. Counters stand in the database, so every process counts together, and each try is
 * counted before it is looked at, so tries side by side gain nothing. They are written outside of the request's unit of work: a
 * refusal must not undo them.
 */

/** Wrong short codes of one network that cost nothing; each further one doubles the wait, up to a quarter of an hour. */
const freeCodes = 5;
/** Wrong short codes after which a network waits a day. */
const maxCodes = 40;
const freePins = 3;
/** Wrong PINs in a row after which the PIN is spent: the organiser sets another, or renews the link. */
export const maxWrongPins = 20;

function tooMany(message: TranslatableMessage, seconds: number): AppError {
	return new AppError('RATE_LIMIT_TOO_MANY_REQUESTS', {
		userMessage: message,
		retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
	});
}

/** Refuses a network that typed too many wrong codes. */
export async function refuseGuessers(services: Services, address: string): Promise<void> {
	const { rows } = await services.database
		.outside()
		.pool.query<{ seconds: number }>(
			'SELECT extract(epoch FROM waits_until - now())::float8 AS seconds FROM staff_guesses WHERE who = $1 AND waits_until > now()',
			[sourceOf(services.secret, address)],
		);
	if (rows[0])
		throw tooMany(
			message`Too many incorrect codes. Wait a moment, or ask the organiser for the QR code.`,
			rows[0].seconds,
		);
}

/** Counts a wrong code. An hour without one forgives the short waits; the long one has to be sat out. */
export async function countWrongCode(services: Services, address: string): Promise<void> {
	await services.database.outside().pool.query(
		`INSERT INTO staff_guesses AS g (who, wrong) VALUES ($1, 1)
		ON CONFLICT (who) DO UPDATE SET
			wrong = CASE WHEN g.last_at < now() - interval '1 hour' AND coalesce(g.waits_until < now(), true) THEN 1 ELSE g.wrong + 1 END,
			waits_until = CASE
				WHEN g.last_at < now() - interval '1 hour' THEN NULL
				WHEN g.wrong + 1 >= $3 THEN now() + interval '1 day'
				WHEN g.wrong + 1 > $2 THEN now() + make_interval(secs => least(900, power(2, g.wrong + 1 - $2)))
			END,
			last_at = now()`,
		[sourceOf(services.secret, address), freeCodes, maxCodes],
	);
}

interface LinkName {
	organisationId: string;
	id: string;
	/** Of a link of a series, whose row is in a table of its own. */
	seriesId?: string;
}

/** A statement about the row of a link, in the table that it is in. */
const about = ({ seriesId }: LinkName, ofEvent: string, ofSeries: string) =>
	seriesId === undefined ? ofEvent : ofSeries;

const countTry = `SET wrong_pins = wrong_pins + 1, pin_waits_until = CASE WHEN wrong_pins + 1 > $2
		THEN now() + make_interval(secs => least(900, 5 * power(2, wrong_pins - $2))) END
	WHERE id = $1 AND organisation_id = $4 AND wrong_pins < $3 AND (pin_waits_until IS NULL OR pin_waits_until <= now())`;
const forgetTries = 'SET wrong_pins = 0, pin_waits_until = NULL WHERE id = $1 AND organisation_id = $2';

/**
 * Counts a try at a link's PIN before it is looked at.
 * @throws RATE_LIMIT_TOO_MANY_REQUESTS while the link waits, or permanently once its PIN is spent
 */
export async function takePinTry(services: Services, link: LinkName): Promise<void> {
	const { rowCount } = await services.database
		.outside()
		.pool.query(about(link, `UPDATE staff_links ${countTry}`, `UPDATE series_staff_links ${countTry}`), [
			link.id,
			freePins,
			maxWrongPins,
			link.organisationId,
		]);
	if (rowCount) return;
	const { rows } = await services.database
		.outside()
		.pool.query<{ seconds: number | null; wrong_pins: number }>(
			`SELECT extract(epoch FROM pin_waits_until - now())::float8 AS seconds, wrong_pins
				FROM ${about(link, 'staff_links', 'series_staff_links')} WHERE id = $1 AND organisation_id = $2`,
			[link.id, link.organisationId],
		);
	const tried = rows[0];
	if (tried && tried.wrong_pins >= maxWrongPins)
		throw tooMany(
			message`Too many incorrect PINs. This PIN is locked; ask the organiser for a new one.`,
			86_400,
		);
	throw tooMany(message`Too many incorrect PINs. Wait a moment, or ask the organiser.`, tried?.seconds ?? 5);
}

/** The PIN was right: the count begins anew. */
export async function clearPinTries(services: Services, link: LinkName): Promise<void> {
	await services.database
		.outside()
		.pool.query(
			about(link, `UPDATE staff_links ${forgetTries}`, `UPDATE series_staff_links ${forgetTries}`),
			[link.id, link.organisationId],
		);
}
