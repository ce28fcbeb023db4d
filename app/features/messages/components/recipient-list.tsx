import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type MessagePlace, useRecipients } from '#app/features/messages/api.ts';
import { recipientTones, useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { GuestMessage, MessageRecipient } from '#shared/contracts/messages.ts';
import { type RecipientState, recipientStates } from '#shared/rules/messages/messages.ts';

/** Who a message went to, and what became of each email. */
export function RecipientList(props: { place: MessagePlace; message: GuestMessage; timeZone: string }) {
	const { t } = useLingui();
	const { place, message } = props;
	const [state, setState] = useState<RecipientState | ''>('');
	const { recipientStates: names } = useMessageTexts();
	const list = useRecipients(place, message, state);
	const rows = list.data ?? [];
	return (
		<Card
			title={t`Recipients`}
			padding="none"
			actions={
				<Select
					label={t`Show recipients`}
					isLabelHidden
					value={state}
					onChange={({ target }) => setState(target.value as RecipientState | '')}
					options={[
						{ value: '', label: t`All` },
						...recipientStates.map((value) => ({ value, label: names[value] })),
					]}
				/>
			}
		>
			<DataTable
				label={t`Recipients`}
				columns={useColumns(props.timeZone)}
				rows={rows}
				rowKey={({ position }) => String(position)}
				isLoading={list.isPending}
				empty={
					list.isError ? (
						<LoadFailed title={t`Couldn’t load the recipients.`} onRetry={list.refetch} />
					) : (
						<NoRecipients isFiltered={state !== ''} onShowAll={() => setState('')} />
					)
				}
			/>
			<ShowMore
				{...moreOf(list)}
				status={
					rows.length > 0 ? (
						<Plural value={rows.length} one="# recipient shown" other="# recipients shown" />
					) : undefined
				}
			/>
		</Card>
	);
}

/** Recipients of an old message are forgotten; what became of their emails stays. */
function NoRecipients({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
	const { t } = useLingui();
	if (!isFiltered)
		return (
			<EmptyState
				title={t`The recipients of this message are no longer listed`}
				description={t`The delivery statistics above remain.`}
			/>
		);
	return (
		<EmptyState
			title={t`No recipients in this state`}
			action={<Button variant="outline" onClick={onShowAll}>{t`Show all`}</Button>}
		/>
	);
}

function useColumns(timeZone: string): Column<MessageRecipient>[] {
	const { t } = useLingui();
	const formats = useFormats();
	const { recipientStates: names, skipReasons } = useMessageTexts();
	return [
		{
			id: 'name',
			header: t`Recipient`,
			className: 'min-w-40',
			cell: ({ name, email }) => (
				<div className="flex min-w-0 flex-col gap-0.5 [overflow-wrap:anywhere]">
					<span dir="auto" className="self-start font-medium">
						{name || email}
					</span>
					{name ? <span className="text-compact text-muted">{email}</span> : null}
				</div>
			),
		},
		{
			id: 'state',
			header: t`Status`,
			cell: ({ state, reason, detail }) => (
				<div className="flex flex-col gap-1">
					<StatusBadge tone={recipientTones[state]}>{names[state]}</StatusBadge>
					{reason || detail ? (
						<span className="text-compact text-muted [overflow-wrap:anywhere]">
							{reason ? skipReasons[reason] : detail}
						</span>
					) : null}
				</div>
			),
		},
		{
			id: 'sent',
			header: t`Sent`,
			from: 'sm',
			align: 'end',
			cell: ({ sentAt }) => (sentAt ? formats.dateTime(sentAt, timeZone) : null),
		},
	];
}
