import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { readError } from '#app/lib/read-error.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { MailBody } from '#app/ui/mail-body.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { OutboxMail } from '#shared/contracts/notifications.ts';
import { useSandboxMail, useSandboxMails } from '../api.ts';

/** Emails that the sandbox wrote and stored, to read as their recipients would have. */
export function SandboxMails({ organisation, count }: { organisation: string; count: number }) {
	const { t } = useLingui();
	const formats = useFormats();
	const dateTime = useViewerTime();
	const list = useSandboxMails(organisation);
	const [opened, setOpened] = useState<OutboxMail | null>(null);
	const rows = list.data ?? [];
	const columns: Column<OutboxMail>[] = [
		{ id: 'subject', header: t`Subject`, cell: (row) => row.subject },
		{
			id: 'to',
			header: t`To`,
			cell: (row) => <span className="[overflow-wrap:anywhere]">{row.recipient}</span>,
		},
		{ id: 'at', header: t`Written`, from: 'md', cell: (row) => dateTime(row.createdAt) },
	];
	return (
		<section className="flex flex-col gap-3" aria-labelledby="sandbox-mails">
			<h3 id="sandbox-mails" className="font-medium">
				<Trans>Emails</Trans>
			</h3>
			<ErrorCallout error={list.error} onRetry={list.refetch} />
			<Card padding="none">
				<DataTable
					label={t`Emails of the sandbox`}
					columns={columns}
					rows={rows}
					rowKey={({ id }) => id}
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={list.isPending}
					empty={
						<EmptyState
							title={t`No emails yet`}
							description={t`Register for one of its events, or move the clock forward until reminders are due.`}
						/>
					}
				/>
			</Card>
			<ShowMore
				{...moreOf(list)}
				status={
					rows.length > 0
						? t`${rows.length} of ${formats.number(Math.max(count, rows.length))} shown`
						: undefined
				}
			/>
			<Sheet isOpen={opened !== null} onClose={() => setOpened(null)} title={opened?.subject || t`Email`}>
				{opened ? <Detail key={opened.id} organisation={organisation} mail={opened} /> : null}
			</Sheet>
		</section>
	);
}

function Detail({ organisation, mail }: { organisation: string; mail: OutboxMail }) {
	const found = useSandboxMail(organisation, mail.id);
	const error = readError(found);
	if (error) return <ErrorCallout error={error} onRetry={found.refetch} />;
	if (!found.data) return <Skeleton className="h-96" />;
	const { html, text } = found.data;
	return (
		<div className="flex flex-col gap-4">
			<p className="text-sm text-muted [overflow-wrap:anywhere]">
				<Trans>To {mail.recipient}, not sent</Trans>
			</p>
			{html ? (
				<MailBody html={html} />
			) : (
				<pre dir="auto" className="font-mono text-compact whitespace-pre-wrap [overflow-wrap:anywhere]">
					{text}
				</pre>
			)}
		</div>
	);
}
