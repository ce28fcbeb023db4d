import { inArray } from 'drizzle-orm';
import { mails } from '#server/db/tables/notifications.ts';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import type { Poller } from '#server/domain/module.ts';
import { errorText } from '#server/platform/error-text.ts';
import { createPace } from '#server/platform/load-shedding.ts';
import { redactText } from '#server/platform/redact.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { findBouncedMail } from './bounce-key.ts';
import { suppressionOf } from './classify.ts';
import { readMailbox, type StoredMessage } from './mailbox.ts';
import { type BounceMessage, type ReadReport, readBounce } from './read-report.ts';
import { type MailReport, recordReports } from './record.ts';

/** Longer than a round takes: a process that was killed is replaced after it. */
const leaseSeconds = 120;
const pauseSeconds = 55;

/** One process at a time. A time further ahead than any round sets it is of a clock that was set back. */
const claim = `
	UPDATE bounce_reader SET next_at = now() + interval '${leaseSeconds} seconds', holder = $1
	WHERE id = 1 AND (next_at <= now() + interval '1 ms' OR next_at > now() + interval '${leaseSeconds + 1} seconds')`;

const finish = `
	UPDATE bounce_reader SET next_at = now() + make_interval(secs => $2), holder = NULL, last_error = $3,
		read_at = CASE WHEN $3 = '' THEN now() ELSE read_at END
	WHERE id = 1 AND holder = $1`;

/**
 * Reads the mailbox of bounces, where one is set up: what it says of mails whose signed address it holds is recorded, all else is
 * only marked as seen. A mailbox that cannot be read is tried again a minute later; /admin/system shows why.
 */
export const bouncePoller: Poller = {
	name: 'notifications.read-bounces',
	idleMs: 60_000,
	unawaited: true,
	async run(services, signal) {
		const { bounceImapUrl } = services.config;
		if (bounceImapUrl === undefined) return 0;
		const { pool } = services.database;
		const holder = newId();
		await pool.query('INSERT INTO bounce_reader (id) VALUES (1) ON CONFLICT DO NOTHING');
		if ((await pool.query(claim, [holder])).rowCount !== 1) return 0;
		try {
			const { count, hasMore } = await readMailbox(
				bounceImapUrl,
				(messages) => takeMessages(services, messages, signal),
				{ signal },
			);
			await pool.query(finish, [holder, hasMore ? 0 : pauseSeconds, '']);
			return hasMore ? count : 0;
		} catch (error) {
			const text = redactText(errorText(error)).slice(0, 500);
			services.log.warn({ error }, 'notifications.bounces-not-read');
			await pool.query(finish, [holder, signal.aborted ? 0 : pauseSeconds, text || 'It cannot be read.']);
			return 0;
		}
	},
};

interface KnownMessage {
	mailId: string;
	reports: ReadReport[];
	at: Date;
}

/** Records what messages say. One that cannot be read is passed over; a database that is away ends the round. */
export async function takeMessages(
	services: Services,
	messages: readonly StoredMessage[],
	signal: AbortSignal,
): Promise<void> {
	const pace = createPace(signal);
	const known: KnownMessage[] = [];
	for (const { source, receivedAt } of messages) {
		await pace();
		let read: BounceMessage;
		try {
			read = await readBounce(source);
		} catch (error) {
			services.log.info({ error }, 'notifications.bounce-unreadable');
			continue;
		}
		if (read.reports.length === 0) continue;
		const mailId = findBouncedMail(services.secret, read.texts);
		if (mailId !== null)
			known.push({ mailId, reports: read.reports, at: receivedAt ?? services.clock.now() });
	}
	if (known.length === 0) return;
	const rows = await services.database.db
		.select({ id: mails.id, recipient: mails.recipient, organisationId: mails.organisationId })
		.from(mails)
		.where(
			inArray(
				mails.id,
				known.map(({ mailId }) => mailId),
			),
		);
	const mailOf = new Map(rows.map((row) => [row.id, row]));
	const reports = known.flatMap(({ mailId, reports, at }) => {
		const mail = mailOf.get(mailId);
		const report = mail && reportOf(mail.recipient, reports);
		return report
			? [
					{
						mailId,
						recipient: mail.recipient,
						organisationId: mail.organisationId,
						at,
						kind: report.kind,
						code: report.code,
						text: report.text,
						suppressedDays: suppressedDaysOf(mail.recipient, report),
					} satisfies MailReport,
				]
			: [];
	});
	await recordReports(services, reports);
}

const names = (report: ReadReport, recipient: string) =>
	report.recipients.some((address) => emailKey(address) === emailKey(recipient));

/** The report about whom the mail was written to, or else the gravest: it was forwarded. */
function reportOf(recipient: string, reports: readonly ReadReport[]): ReadReport | undefined {
	const byGravity = ['complained', 'bounced', 'deferred', 'delivered'];
	const sorted = reports.toSorted((a, b) => byGravity.indexOf(a.kind) - byGravity.indexOf(b.kind));
	return sorted.find((report) => names(report, recipient)) ?? sorted[0];
}

/** An address that was forwarded may be good again without our knowing: it is tried again in time. */
function suppressedDaysOf(recipient: string, report: ReadReport): MailReport['suppressedDays'] {
	if (report.kind === 'complained') return null;
	if (report.kind !== 'bounced') return 0;
	const days = suppressionOf({ code: report.code, text: report.text, isOfRecipient: true });
	const isForwarded = report.recipients.length > 0 && !names(report, recipient);
	return days === null && isForwarded
		? suppressionOf({ code: '5.1.0', text: '', isOfRecipient: true })
		: days;
}
