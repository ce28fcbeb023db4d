import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Mail, Trash2 } from 'lucide-react';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { ContactMessage } from '#shared/contracts/support.ts';
import * as contracts from '#shared/contracts/support.ts';

type MessageState = 'open' | 'answered' | 'all';

function useMessages(query: { state: MessageState; q: string }) {
	return useCursorList(contracts.listMessages, { key: ['admin', 'messages'], query });
}

function useMarkAnswered() {
	return useChange((message: string) => api.call(contracts.markAnswered, { params: { message } }), ['admin']);
}

function useDeleteMessage() {
	return useChange(
		(message: string) => api.call(contracts.deleteMessage, { params: { message } }),
		['admin'],
	);
}

/** Messages from the contact form. */
export default function AdminMessagesPage() {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	return (
		<AdminListPage
			title={t`Messages`}
			search={{ label: t`Search messages` }}
			filters={[
				{
					name: 'state',
					label: t`Status`,
					options: optionsOf({ open: t`Unanswered`, answered: t`Answered`, all: t`All` }),
				},
			]}
			useRows={useMessages}
			empty={{
				title: t`No unanswered messages`,
				description: hasEmail
					? t`Messages from the contact page appear here and are emailed to you.`
					: t`Messages from the contact page appear here.`,
				noMatch: t`No matching messages`,
			}}
		>
			{(rows) => (
				<ul className="flex flex-col gap-3">
					{rows.map((message) => (
						<li key={message.id}>
							<MessageCard message={message} />
						</li>
					))}
				</ul>
			)}
		</AdminListPage>
	);
}

function MessageCard({ message }: { message: ContactMessage }) {
	const { t } = useLingui();
	const formats = useFormats();
	const answered = useMarkAnswered();
	const remove = useDeleteMessage();
	const act = useAttempt();
	return (
		<Card>
			<div className="flex flex-col gap-3">
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
						{message.name}
					</p>
					<p className="text-sm text-muted [overflow-wrap:anywhere]">{message.email}</p>
					{message.answeredAt ? (
						<StatusBadge tone="success">
							<Trans>Answered</Trans>
						</StatusBadge>
					) : null}
					<p className="ms-auto text-compact text-muted">{formats.relative(message.createdAt)}</p>
				</div>
				<p dir="auto" className="max-w-measure text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
					{message.message}
				</p>
				<div className="flex flex-wrap gap-2">
					<ButtonLink to={`mailto:${message.email}`} size="sm" variant="outline" icon={Mail}>
						{t`Reply to ${message.name}`}
					</ButtonLink>
					{message.answeredAt ? null : (
						<Button
							size="sm"
							variant="outline"
							icon={Check}
							isLoading={answered.isPending}
							onClick={() => void act(answered.mutateAsync(message.id), t`Marked as answered.`)}
						>
							<Trans>Mark as answered</Trans>
						</Button>
					)}
					<Button
						size="sm"
						variant="ghost"
						icon={Trash2}
						isLoading={remove.isPending}
						onClick={() => void act(remove.mutateAsync(message.id), t`Message deleted.`)}
					>
						<Trans>Delete</Trans>
					</Button>
				</div>
			</div>
		</Card>
	);
}
