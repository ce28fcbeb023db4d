import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { EVERY_ORGANISATION, mailOptOuts, mails } from '#server/db/tables/notifications.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import type { Subscription } from '#shared/contracts/notifications.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { emailKey } from '../accounts/email-identity.ts';
import { getOrganisation } from '../accounts/queries.ts';
import { endConsent, restoreConsent } from '../organisers/consents.ts';

const signatureBytes = 16;

function sign(secret: Buffer, id: Buffer): Buffer {
	return createHmac('sha256', secret).update('unsubscribe\0').update(id).digest().subarray(0, signatureBytes);
}

/** The signed link of one mail that stops its kind: it names the row in the outbox, and no address. */
export function makeUnsubscribeToken(secret: Buffer, mailId: string): string {
	const id = Buffer.from(mailId.replaceAll('-', ''), 'hex');
	return Buffer.concat([id, sign(secret, id)]).toString('base64url');
}

function readUnsubscribeToken(secret: Buffer, token: string): string | null {
	const bytes = Buffer.from(token, 'base64url');
	if (bytes.byteLength !== 16 + signatureBytes) return null;
	const id = bytes.subarray(0, 16);
	if (!timingSafeEqual(sign(secret, id), bytes.subarray(16))) return null;
	return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The links that stop emails of a kind: the page that asks, and the address that mail programs call (RFC 8058). */
export function unsubscribeLinks(
	{ secret, config }: Services,
	mailId: string,
): { unsubscribeLink: string; oneClickUrl: string } {
	const token = makeUnsubscribeToken(secret, mailId);
	return {
		unsubscribeLink: `${config.appUrl}/unsubscribe?token=${token}`,
		oneClickUrl: `${config.appUrl}/api/unsubscribe/${token}`,
	};
}

/** Maximum number of addresses in one query. */
export const mostPerQuery = 50;

/** The stored hash of an address that opted out of a kind of email. */
export const hashOfAddress = (email: string) => createHash('sha256').update(emailKey(email)).digest();

/** Kinds that an address can opt out of: reminders of all organisations, messages and updates of fundraisers of one. */
const kindOf: Record<string, Subscription['kind']> = {
	'events/reminder': 'reminders',
	'messages/service': 'service',
	'messages/marketing': 'marketing',
	'fundraisers/update': 'updates',
};
export type OptOutTemplate =
	| 'events/reminder'
	| 'messages/service'
	| 'messages/marketing'
	| 'fundraisers/update';

interface OptOut {
	emailHash: Buffer;
	template: string;
	organisationId: string;
	/** Whom the mail was written to. */
	recipient: string;
}

/** The scope of a mail’s opt-out link. @throws not-found */
async function optOutOf(services: Services, token: string): Promise<OptOut> {
	const mailId = readUnsubscribeToken(services.secret, token);
	const [mail] = mailId
		? await services.database.db
				.select({
					recipient: mails.recipient,
					template: mails.template,
					organisationId: mails.organisationId,
				})
				.from(mails)
				.where(eq(mails.id, mailId))
		: [];
	if (!mail || !Object.hasOwn(kindOf, mail.template)) throw notFound('Mail');
	return {
		emailHash: hashOfAddress(mail.recipient),
		template: mail.template,
		organisationId:
			mail.template === 'events/reminder' ? EVERY_ORGANISATION : (mail.organisationId ?? EVERY_ORGANISATION),
		recipient: mail.recipient,
	};
}

const isOptOut = ({ emailHash, template, organisationId }: Omit<OptOut, 'recipient'>) =>
	and(
		eq(mailOptOuts.emailHash, emailHash),
		eq(mailOptOuts.template, template),
		eq(mailOptOuts.organisationId, organisationId),
	);

/** Which emails a link is about, and whether its address gets them. Changes nothing. @throws not-found */
export async function getSubscription(services: Services, token: string): Promise<Subscription> {
	const { db } = services.database;
	const optOut = await optOutOf(services, token);
	const rows = await db.select({ template: mailOptOuts.template }).from(mailOptOuts).where(isOptOut(optOut));
	const organiser =
		optOut.organisationId === EVERY_ORGANISATION
			? ''
			: (await getOrganisation(db, optOut.organisationId)).name;
	return {
		kind: kindOf[optOut.template] as Subscription['kind'],
		organiser,
		isSubscribed: rows.length === 0,
	};
}

/** Whose consent to news ends with messages: that to which marketing messages are sent. */
const consentOf = ({ organisationId, recipient }: OptOut) => ({
	organisationId,
	emailKey: emailKey(recipient),
});
const isOfNews = ({ template, organisationId }: OptOut) =>
	template === 'messages/marketing' && organisationId !== EVERY_ORGANISATION;

/**
 * Stops mails of the kind that the link came in; with marketing messages ends the consent to news of their organisation. The second time
 * changes nothing. @throws not-found
 */
export async function unsubscribe(services: Services, token: string): Promise<void> {
	const optOut = await optOutOf(services, token);
	await services.database.transaction(async (tx) => {
		// The follower first, here and wherever a consent is given.
		if (isOfNews(optOut)) await endConsent(tx, services, { ...consentOf(optOut), by: 'unsubscription' });
		const { emailHash, template, organisationId } = optOut;
		await tx.insert(mailOptOuts).values({ emailHash, template, organisationId }).onConflictDoNothing();
	});
}

/** Undoes it, and gives the consent back that ended with it. @throws not-found */
export async function subscribeAgain(services: Services, token: string): Promise<void> {
	const optOut = await optOutOf(services, token);
	await services.database.transaction(async (tx) => {
		if (isOfNews(optOut)) await restoreConsent(tx, services, consentOf(optOut));
		await tx.delete(mailOptOuts).where(isOptOut(optOut));
	});
}

/** Whoever consents to news of an organisation anew wants its marketing messages again. */
export async function forgetMarketingOptOut(
	tx: Tx,
	{ organisationId, email }: { organisationId: string; email: string },
): Promise<void> {
	const optOut = { emailHash: hashOfAddress(email), template: 'messages/marketing', organisationId };
	await tx.delete(mailOptOuts).where(isOptOut(optOut));
}

/**
 * Those of some addresses that want no emails of a kind.
 * @param which.organisationId whose messages; absent for what is the same from every organisation
 * @returns hashes in hexadecimal
 */
export async function findOptedOut(
	db: DbOrTx,
	which: { template: OptOutTemplate; organisationId?: string },
	emailHashes: readonly Buffer[],
): Promise<Set<string>> {
	if (emailHashes.length === 0) return new Set();
	const rows = await db
		.select({ emailHash: mailOptOuts.emailHash })
		.from(mailOptOuts)
		.where(
			and(
				inArray(mailOptOuts.emailHash, [...emailHashes]),
				eq(mailOptOuts.template, which.template),
				eq(mailOptOuts.organisationId, which.organisationId ?? EVERY_ORGANISATION),
			),
		);
	return new Set(rows.map(({ emailHash }) => Buffer.from(emailHash).toString('hex')));
}

export async function hasOptedOut(
	services: Services,
	email: string,
	template: OptOutTemplate,
	organisationId?: string,
): Promise<boolean> {
	return haveOptedOut(services, {
		...{ template, organisationId: organisationId ?? EVERY_ORGANISATION },
		emailHash: hashOfAddress(email),
	});
}

interface OptOutQuestion {
	template: OptOutTemplate;
	organisationId: string;
	emailHash: Buffer;
}

const kindOfQuestion = ({ template, organisationId }: OptOutQuestion) => `${template} ${organisationId}`;

/** Emails that are read side by side ask together. */
const haveOptedOut = createDatabaseBatcher(
	mostPerQuery,
	async ({ database }: Pick<Services, 'database'>, questions: OptOutQuestion[]) => {
		const found = new Map<string, Set<string>>();
		for (const [kind, some] of Map.groupBy(questions, kindOfQuestion)) {
			const [which] = some as [OptOutQuestion];
			const hashes = some.map(({ emailHash }) => emailHash);
			found.set(kind, await findOptedOut(database.db, which, hashes));
		}
		return questions.map(
			(one) => found.get(kindOfQuestion(one))?.has(one.emailHash.toString('hex')) ?? false,
		);
	},
);
