import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainProse } from '#server/emails/messages/prose.ts';
import type { Translator } from '#server/platform/messages.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { messageLimits } from '#shared/rules/messages/messages.ts';

/** What a message says: a line, and Markdown with placeholders. */
interface Worded {
	subject: string;
	body: string;
}

const { unverifiedMessage, unverifiedDay, unverifiedLinks } = messageLimits;

const texts = {
	addresses: message`New organisers write to at most ${unverifiedMessage} guests at once. We look at this message within a day.`,
	day: message`New organisers write to at most ${unverifiedDay} guests a day. We look at this message within a day.`,
	links: message`New organisers can have at most ${unverifiedLinks} links to other websites in a message. We look at this message within a day.`,
	cancelled: message`The event was cancelled before this message was sent.`,
	begun: message`The event began before this message was sent.`,
	postponed: message`The event was postponed before this message was sent.`,
} as const satisfies Record<string, TranslatableMessage>;

/** The sentence of a reason that is ours in the language of its reader; what an administrator wrote stays as it is. */
export function translateReason(reason: string, t: Translator): string {
	const known = Object.values(texts).find((text) => plainOf(text) === reason);
	return known ? t(known) : reason;
}

/** As it is stored: in English. */
const plainOf = (text: TranslatableMessage): string => String(text);

/** Why a message stopped by itself, as it is stored. */
export const stoppedReasons = {
	cancelled: plainOf(texts.cancelled),
	begun: plainOf(texts.begun),
	postponed: plainOf(texts.postponed),
};

/** Whether the limits for new organisers hold: not of verified ones, of sandboxes (which send nothing) and of the demo. */
export async function isLimited(db: DbOrTx, organisationId: string): Promise<boolean> {
	const { rows } = await db.execute<{ isLimited: boolean }>(sql`
		SELECT o.sandbox_of IS NULL AND NOT o.is_demo AND k.verified_at IS NULL AS "isLimited"
		FROM organisations o LEFT JOIN organisation_marks k ON k.organisation_id = o.id WHERE o.id = ${organisationId}`);
	return rows[0]?.isLimited ?? false;
}

/** What browsers and mail programs take for a link: `https:`, also with odd slashes, `www.`, and names of hosts that lead to a page. */
const links =
	/https?:[\\/]{2,8}\[?[^\s<>()[\]"'`]{1,255}|(?<![\p{L}\p{N}@._-])(?:www\.[^\s<>()[\]"'`]{1,255}|(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,24}\/[^\s<>()[\]"'`]{0,255})/giu;

/** A link as a browser reads it; null: it cannot. */
function urlOf(link: string): URL | null {
	try {
		return new URL(/^https?:/i.test(link) ? link : `https://${link}`);
	} catch {
		return null;
	}
}

/**
 * Links of a message that lead elsewhere, as its guests read them, each once: also those that its Markdown hides.
 * @param appUrl address of this installation; without it every link does
 */
export function countForeignLinks({ subject, body }: Worded, appUrl?: string): number {
	const own = appUrl && urlOf(appUrl)?.host;
	const foreign = new Set<string>();
	for (const [found] of `${subject}\n${plainProse(body)}`.matchAll(links)) {
		const link = found.replace(/[.,;:!?]{1,9}$/, '');
		const url = urlOf(link);
		if (!url || url.host !== own) foreign.add(url?.href ?? link);
	}
	return foreign.size;
}

/** Recipients of messages of an organisation that began within the last 24 hours. */
async function recipientsToday(db: DbOrTx, organisationId: string): Promise<number> {
	const { rows } = await db.execute<{ total: number }>(sql`
		SELECT coalesce(sum(total), 0)::float8 AS total FROM guest_messages
		WHERE organisation_id = ${organisationId} AND started_at IS NOT NULL AND started_at > now() - interval '24 hours'`);
	return rows[0]?.total ?? 0;
}

/**
 * Why an administrator must review a message before it is sent; '' if none. Applies the limits of unverified organisers
 * (shared/rules/messages/messages.ts).
 * @param of.addresses number of recipients
 * @param of.appUrl links to this installation don’t count
 * @param of.isLater it is sent on another day, so messages sent today don’t count
 */
export async function reviewReasonOf(
	db: DbOrTx,
	organisationId: string,
	of: Worded & { addresses: number; appUrl?: string; isLater?: boolean },
): Promise<string> {
	if (!(await isLimited(db, organisationId))) return '';
	if (of.addresses > unverifiedMessage) return plainOf(texts.addresses);
	if (countForeignLinks(of, of.appUrl) > unverifiedLinks) return plainOf(texts.links);
	const today = of.isLater ? 0 : await recipientsToday(db, organisationId);
	return today + of.addresses > unverifiedDay ? plainOf(texts.day) : '';
}
