import { Trans, useLingui } from '@lingui/react/macro';
import { useMails } from '#app/features/admin/api.ts';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { MailStatus, useMailStatusLabels } from '#app/features/admin/components/mail-status.tsx';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { useSite } from '#app/shell/site.ts';
import { Callout } from '#app/ui/callout.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { RelativeTime } from '#app/ui/time.tsx';
import { mailStatuses, type OutboxMail } from '#shared/contracts/notifications.ts';

const MailSheet = lazyDialog(() =>
	import('#app/features/admin/components/mail-sheet.tsx').then((module) => module.MailSheet),
);

/** Everything that was sent or waits to be. */
export default function AdminMailsPage() {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const labels = useMailStatusLabels();
	return (
		<AdminListPage
			title={t`Email outbox`}
			label={t`Emails`}
			intro={
				hasEmail ? null : (
					<Callout tone="warning" title={t`Email isn’t set up: nothing is sent`}>
						<Trans>
							Emails wait here. Set SMTP_URL and restart the server; what is still needed is then sent
							automatically.
						</Trans>
					</Callout>
				)
			}
			search={{ label: t`Search emails`, placeholder: t`Email or subject` }}
			filters={[
				{
					name: 'status',
					label: t`Status`,
					options: [
						{ value: '', label: t`All statuses` },
						...mailStatuses.map((value) => ({ value, label: labels[value] })),
					],
				},
			]}
			useRows={useMails}
			columns={useColumns()}
			empty={{
				title: t`No emails yet`,
				description: t`Emails appear here with the first account or registration.`,
				noMatch: t`No matching emails`,
				reset: t`Clear filters`,
			}}
			sheet={(mail, onClose) => <MailSheet mail={mail} onClose={onClose} />}
		/>
	);
}

function useColumns(): Column<OutboxMail>[] {
	const { t } = useLingui();
	return [
		{ id: 'status', header: t`Status`, cell: (mail) => <MailStatus status={mail.status} /> },
		{
			id: 'subject',
			header: t`Subject`,
			className: 'min-w-48 [overflow-wrap:anywhere]',
			cell: (mail) => <span dir="auto">{mail.subject || mail.template}</span>,
		},
		{
			id: 'recipient',
			header: t`To`,
			from: 'sm',
			className: '[overflow-wrap:anywhere]',
			cell: (mail) => mail.recipient,
		},
		{
			id: 'created',
			header: t`Created`,
			from: 'md',
			align: 'end',
			cell: (mail) => <RelativeTime at={mail.createdAt} />,
		},
	];
}
