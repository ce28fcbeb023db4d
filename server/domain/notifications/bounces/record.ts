import { bindStatement, newIdSql } from '#server/db/statement.ts';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import { endConsent } from '#server/domain/organisers/consents.ts';
import type { MailRefusal } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import { maskEmail } from '#shared/rules/staff-abilities.ts';
import { hashOfAddress } from '../opt-outs.ts';
import { type SuppressionDays, statusCodeOf, suppressionOf } from './classify.ts';

/** The report of a mail server about one mail. */
export interface MailReport {
	mailId: string;
	/** To whom it was written, and for which organisation. */
	recipient: string;
	organisationId: string | null;
	kind: 'delivered' | 'deferred' | 'bounced' | 'complained';
	at: Date;
	/** Enhanced status code, or ''. */
	code: string;
	text: string;
	/** For how long the address gets no messages: 0 for reports that say nothing of the address. */
	suppressedDays: SuppressionDays;
}

/** A mail that has so many reports gets no more: who has its key can make them up. */
const mostOfOneMail = 20;
const longestText = 500;

const addresses = /[^\s<>@;:,"'()]{1,64}@[^\s<>@;:,"'()]{1,190}/g;

/** A report as stored: one line, without email addresses and characters that PostgreSQL can’t store. */
export function reportText(text: string): string {
	return text
		.slice(0, 4_000)
		.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
		.replace(addresses, maskEmail)
		.trim()
		.slice(0, longestText);
}

/**
 * Adds what is new to the events of the mails. A bounce closes the address for messages of all organisations, a complaint for those of
 * the organisation that it was about. A report that is known already, by its kind and code, changes nothing: also not when an
 * administrator opened the address again meanwhile. An end only moves further away; what an administrator closed manually stays.
 */
const record = {
	name: 'notifications.record-reports',
	text: `
	WITH reported AS (
		SELECT * FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::bytea[], $7::uuid[], $8::text[], $9::boolean[], $10::int[])
			AS r (mail_id, kind, at, code, text, email_hash, organisation_id, hint, suppresses, days)
	), heard AS (
		INSERT INTO mail_events (id, mail_id, kind, at, code, text)
		SELECT DISTINCT ON (r.mail_id, r.kind, r.code) ${newIdSql}, r.mail_id, r.kind, r.at, r.code, r.text
		FROM reported r JOIN mails m ON m.id = r.mail_id
		WHERE NOT EXISTS (SELECT FROM mail_events e WHERE e.mail_id = r.mail_id AND e.kind = r.kind AND e.code = r.code)
			AND (SELECT count(*) FROM mail_events e WHERE e.mail_id = r.mail_id) < ${mostOfOneMail}
		ORDER BY r.mail_id, r.kind, r.code, r.at
		ON CONFLICT DO NOTHING
		RETURNING mail_id, kind, code
	), suppressed AS (
		INSERT INTO mail_suppressions (id, email_hash, organisation_id, reason, until, hint, detail)
		SELECT DISTINCT ON (r.email_hash, r.organisation_id) ${newIdSql}, r.email_hash, r.organisation_id, r.kind,
			now() + make_interval(days => r.days), r.hint, concat_ws(' ', nullif(r.code, ''), nullif(r.text, ''))
		FROM reported r JOIN heard h ON h.mail_id = r.mail_id AND h.kind = r.kind AND h.code = r.code
		WHERE r.suppresses
		ORDER BY r.email_hash, r.organisation_id, r.days DESC NULLS FIRST
		ON CONFLICT (email_hash, organisation_id) DO UPDATE SET
			until = CASE WHEN excluded.until IS NULL THEN NULL ELSE greatest(excluded.until, mail_suppressions.until) END,
			since = CASE WHEN mail_suppressions.until <= now() THEN now() ELSE mail_suppressions.since END,
			reason = excluded.reason, hint = excluded.hint, detail = excluded.detail
		WHERE mail_suppressions.until IS NOT NULL
	)
	SELECT mail_id AS "mailId" FROM heard WHERE kind = 'complained'`,
};

/**
 * Stores bounce reports in batches. Repeating it changes nothing. A spam complaint about an organisation ends the consent to its news.
 */
export async function recordReports(services: Services, reports: readonly MailReport[]): Promise<void> {
	if (reports.length === 0) return;
	const values = valuesOf(reports);
	if (!reports.some(({ kind, organisationId }) => kind === 'complained' && organisationId !== null)) {
		await services.database.pool.query({ ...record, values });
		return;
	}
	await services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ mailId: string }>(bindStatement(record, values));
		const heard = new Set(rows.map(({ mailId }) => mailId));
		const ended = reports.flatMap(({ kind, mailId, organisationId, recipient }) =>
			kind === 'complained' && heard.has(mailId) && organisationId
				? [{ organisationId, emailKey: emailKey(recipient), by: 'complaint' as const }]
				: [],
		);
		ended.sort((a, b) => (a.organisationId + a.emailKey < b.organisationId + b.emailKey ? -1 : 1));
		for (const one of ended) await endConsent(tx, services, one);
	});
}

const valuesOf = (reports: readonly MailReport[]) => [
	reports.map(({ mailId }) => mailId),
	reports.map(({ kind }) => kind),
	reports.map(({ at }) => at.toISOString()),
	reports.map(({ code }) => code),
	reports.map(({ text }) => reportText(text)),
	reports.map(({ recipient }) => hashOfAddress(recipient)),
	reports.map(({ kind, organisationId }) => (kind === 'complained' ? organisationId : null)),
	reports.map(({ recipient }) => reportText(maskEmail(recipient))),
	reports.map(({ suppressedDays }) => suppressedDays !== 0),
	reports.map(({ suppressedDays }) => suppressedDays),
];

/**
 * Records that a mail was refused at once. A failure is logged and stops nothing: the mail is settled either way.
 */
export async function recordRefusal(
	services: Services,
	mail: { id: string; recipient: string; organisationId: string | null },
	{ response, isOfRecipient }: MailRefusal,
): Promise<void> {
	const code = statusCodeOf(response);
	try {
		await recordReports(services, [
			{
				mailId: mail.id,
				recipient: mail.recipient,
				organisationId: mail.organisationId,
				kind: 'bounced',
				at: services.clock.now(),
				code,
				text: response,
				suppressedDays: suppressionOf({ code, text: response, isOfRecipient }),
			},
		]);
	} catch (error) {
		services.log.error({ error, mail: mail.id }, 'notifications.refusal-not-recorded');
	}
}
