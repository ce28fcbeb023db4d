import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ListedAllotment } from '#shared/contracts/door-allotments.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { type DoorSaleActions, useAllotments, useDoorSaleActions } from '../api.ts';
import { useDeviceName } from './device-name.tsx';
import { focusList } from './focus-list.ts';

/** The tickets that are reserved for devices to sell without a network, and their release. */
export function AllotmentList({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const formats = useFormats();
	const nameOf = useDeviceName();
	const allotments = useAllotments(event.id);
	const actions = useDoorSaleActions(event.id);
	const [releasing, setReleasing] = useState<ListedAllotment | 'all' | null>(null);
	const mayRelease = event.organisation?.permissions.includes('orders.manage') ?? false;
	return (
		<Card
			id="set-aside"
			tabIndex={-1}
			className="scroll-mt-24"
			title={<Trans>Reserved for devices</Trans>}
			description={<Trans>Tickets that a device can sell for cash while offline.</Trans>}
			padding="none"
			actions={
				mayRelease && (allotments.data?.length ?? 0) > 1 ? (
					<Button size="sm" variant="outline" aria-haspopup="dialog" onClick={() => setReleasing('all')}>
						<Trans>Release all</Trans>
					</Button>
				) : null
			}
		>
			<DataTable
				label={t`Reserved for devices`}
				rows={allotments.data ?? []}
				rowKey={({ id }) => id}
				rowName={({ device }) => nameOf(device)}
				isLoading={allotments.isPending}
				empty={
					allotments.isError ? (
						<LoadFailed title={t`Couldn’t load the reserved tickets.`} onRetry={allotments.refetch} />
					) : (
						<EmptyState
							title={t`No reserved tickets`}
							description={t`Set a number of tickets per device above. A device reserves them when it opens its sales page.`}
						/>
					)
				}
				columns={[
					{
						id: 'device',
						header: t`Device`,
						className: 'w-full max-w-24 [overflow-wrap:anywhere]',
						cell: (allotment) => (
							<span className="flex flex-col gap-0.5">
								<bdi className="font-medium">{nameOf(allotment.device)}</bdi>
								<bdi className="text-compact text-muted">{allotment.ticketType.name}</bdi>
							</span>
						),
					},
					{
						id: 'updated',
						header: t`Last changed`,
						from: 'md',
						className: 'whitespace-nowrap',
						cell: (allotment) => formats.dateTime(allotment.updatedAt, event.timeZone),
					},
					{
						id: 'left',
						header: t`Left`,
						align: 'end',
						cell: ({ quantity }) => (
							<span className="whitespace-nowrap">
								<Plural value={quantity} one="# ticket" other="# tickets" />
							</span>
						),
					},
					...(mayRelease
						? [
								{
									id: 'actions',
									header: t`Actions`,
									isHeaderHidden: true,
									align: 'end' as const,
									cell: (allotment: ListedAllotment) => (
										<Button
											size="sm"
											variant="outline"
											aria-haspopup="dialog"
											aria-label={t`Release ${allotment.ticketType.name} of ${nameOf(allotment.device)}`}
											onClick={() => setReleasing(allotment)}
										>
											<Trans>Release</Trans>
										</Button>
									),
								},
							]
						: []),
				]}
			/>
			<ShowMore {...moreOf(allotments)} />
			{releasing ? (
				<ReleaseDialog
					allotment={releasing}
					action={actions.release}
					onClose={(wasReleased) => {
						setReleasing(null);
						if (wasReleased) focusList('set-aside');
						actions.release.reset();
					}}
				/>
			) : null}
		</Card>
	);
}

/** Asks before a device loses what is reserved for it, and says what that may mean. */
function ReleaseDialog(props: {
	allotment: ListedAllotment | 'all';
	action: DoorSaleActions['release'];
	onClose: (wasReleased: boolean) => void;
}) {
	const { t } = useLingui();
	const nameOf = useDeviceName();
	const { allotment, action, onClose } = props;
	const isAll = allotment === 'all';
	const [type, device] = isAll ? ['', ''] : [allotment.ticketType.name, nameOf(allotment.device)];
	async function release() {
		try {
			await action.mutateAsync(isAll ? null : allotment.id);
		} catch {
			return; // Shown in the dialog.
		}
		toast({
			variant: 'success',
			description: isAll ? t`All tickets released` : t`${type} of ${device} released`,
		});
		onClose(true);
	}
	const risk = t`Offline sales that weren’t sent yet are then accepted only while tickets are left. Ask the staff to go online first.`;
	return (
		<ConfirmDialog
			isOpen
			onClose={() => onClose(false)}
			title={isAll ? t`Release the tickets of all devices?` : t`Release ${type} of ${device}?`}
			description={
				isAll
					? t`They become available to others. ${risk}`
					: t`${plural(allotment.quantity, { one: '# ticket becomes', other: '# tickets become' })} available to others. ${risk}`
			}
			confirmLabel={t`Release`}
			isPending={action.isPending}
			onConfirm={() => void release()}
		>
			<ErrorCallout error={action.error} />
		</ConfirmDialog>
	);
}
