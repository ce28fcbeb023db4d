import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { PlanNews } from '#server/emails/organisers/plan.ts';
import { dunningDays } from '#shared/rules/agreement-states.ts';
import type { PlanId } from '#shared/rules/plans.ts';
import { listOwners } from '../accounts/owners.ts';
import { type Listener, listen } from '../facts.ts';
import { getAgreement, getPeriod } from '../payments/agreements/agreement-record.ts';
import { readChoice } from '../subscriptions/queries.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { insertNotices } from './notices/insert-notices.ts';

interface News {
	organisationId: string;
	news: PlanNews;
	plan: PlanId;
	amountMinor: number;
	currency: string;
	/** The subject of one email. */
	cause: string;
}

async function notifyOwners(db: DbOrTx, { cause, ...ref }: News): Promise<void> {
	const { organisationId, news } = ref;
	const owners = await listOwners(db, organisationId);
	await enqueueMails(
		db,
		owners.map(({ email }) => ({
			template: 'organisers/plan' as const,
			ref,
			recipient: email,
			organisationId,
			dedupeKey: `organisers/plan:${news}:${cause}:${email}`,
		})),
	);
}

/** Emails about plans, queued in the transaction that causes them. */
export const planListeners: Listener[] = [
	listen({
		fact: 'payments.agreement-paid',
		async inTransaction(tx, { organisationId, payload }) {
			if (organisationId === null) return;
			const agreement = await getAgreement(tx, { organisationId, agreementId: payload.agreementId });
			if (agreement.subjectKind !== 'plan' || agreement.state === 'ended') return;
			const { id, detail, amountMinor, currency } = await getPeriod(tx, {
				organisationId,
				periodId: payload.periodId,
			});
			const { plan } = readChoice(detail);
			await notifyOwners(tx, { organisationId, news: 'paid', plan, amountMinor, currency, cause: id });
		},
	}),
	listen({
		fact: 'payments.agreement-failed',
		async inTransaction(tx, { organisationId, payload }) {
			if (organisationId === null) return;
			const agreement = await getAgreement(tx, { organisationId, agreementId: payload.agreementId });
			if (agreement.subjectKind !== 'plan') return;
			const { id, detail, amountMinor, currency } = await getPeriod(tx, {
				organisationId,
				periodId: payload.periodId,
			});
			const { failures, needsPayer } = payload;
			const news = failures >= dunningDays.length ? 'last' : needsPayer ? 'confirm' : 'refused';
			const { plan } = readChoice(detail);
			const cause = `${id}:${failures}`;
			await notifyOwners(tx, { organisationId, news, plan, amountMinor, currency, cause });
		},
	}),
	listen({
		fact: 'subscriptions.limit-near',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (organisationId === null) return;
			const { quota, percent, limit } = payload;
			const owners = await listOwners(tx, organisationId);
			const cause = `${organisationId}:${eventId ?? quota}:${limit}:${percent}`;
			await enqueueMails(
				tx,
				owners.map(({ email }) => ({
					template: 'organisers/plan-limit' as const,
					ref: { organisationId, eventId, ...payload },
					recipient: email,
					organisationId,
					dedupeKey: `organisers/plan-limit:${cause}:${email}`,
				})),
			);
			await insertNotices(
				tx,
				owners.map(({ id: userId }) => ({
					userId,
					kind: 'plan-limit' as const,
					organisationId,
					eventId,
					facts: { change: quota, percent },
					dedupeKey: `plan-limit:${cause}`,
				})),
			);
		},
	}),
	listen({
		fact: 'subscriptions.plan-lapsed',
		async inTransaction(tx, { organisationId }) {
			if (organisationId === null) return;
			const { rows } = await tx.execute<{ plan: PlanId; cause: string }>(
				sql`SELECT plan, coalesce(agreement_id, organisation_id)::text AS cause FROM subscriptions
					WHERE organisation_id = ${organisationId}`,
			);
			const [row] = rows;
			if (row)
				await notifyOwners(tx, {
					organisationId,
					news: 'lapsed',
					...row,
					amountMinor: 0,
					currency: 'EUR',
				});
		},
	}),
];
