import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Mail, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import {
	type MessageState,
	useDeleteMessage,
	useMarkAnswered,
	useMessages,
} from '#app/features/admin/messages-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ContactMessage } from '#shared/contracts/support.ts';

/** What people wrote through the contact form. */
export default function AdminMessagesPage() {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const errorText = useErrorText();
	const [state, setState] = useState<MessageState>('open');
	const [q, setQ] = useState('');
	const messages = useMessages({ state, q: useDeferredValue(q).trim() });
	const rows = messages.data ?? [];
	return (
		<section className="flex flex-col gap-4" aria-label={t`Messages`}>
			<PageTitle title={t`Messages`} />
			<div className="flex flex-wrap items-end gap-3">
				<SearchField
					label={t`Search messages`}
					className="min-w-56 flex-1 basis-56"
					value={q}
					onChange={(event) => setQ(event.target.value)}
				/>
				<Select
					label={t`Status`}
					isLabelHidden
					value={state}
					onChange={(event) => setState(event.target.value as MessageState)}
					options={[
						{ value: 'open', label: t`Unanswered` },
						{ value: 'answered', label: t`Answered` },
						{ value: 'all', label: t`All` },
					]}
				/>
			</div>
			{messages.error ? (
				<Callout tone="danger" isUrgent>
					{errorText(messages.error)}
				</Callout>
			) : null}
			{messages.data && rows.length === 0 ? (
				<Card>
					<EmptyState
						title={q || state !== 'open' ? t`No matching messages` : t`No unanswered messages`}
						description={
							hasEmail
								? t`Messages from the contact page appear here and are emailed to you.`
								: t`Messages from the contact page appear here.`
						}
					/>
				</Card>
			) : null}
			<ul className="flex flex-col gap-3">
				{rows.map((message) => (
					<li key={message.id}>
						<MessageCard message={message} />
					</li>
				))}
			</ul>
			<ShowMore
				hasMore={messages.hasNextPage}
				isLoading={messages.isFetchingNextPage}
				onMore={() => void messages.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
		</section>
	);
}

function MessageCard({ message }: { message: ContactMessage }) {
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const answered = useMarkAnswered();
	const remove = useDeleteMessage();
	const act = async (work: Promise<unknown>, done: string) => {
		try {
			await work;
			toast({ variant: 'success', description: done });
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		}
	};
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
