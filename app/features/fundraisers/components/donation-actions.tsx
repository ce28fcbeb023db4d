import { Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { downloadGiftReceipt } from '#app/features/documents/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu, type MenuItem } from '#app/ui/menu.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Donation, Fundraiser } from '#shared/contracts/fundraisers.ts';
import { GIFT_AID_CURRENCY } from '#shared/rules/gift-aid.ts';
import { useDonationActions } from '../api.ts';

const DonationReceiptDialog = lazyDialog(() =>
	import('./donation-receipt-dialog.tsx').then((module) => module.DonationReceiptDialog),
);
const EnterDeclarationDialog = lazyDialog(() =>
	import('./enter-declaration-dialog.tsx').then((module) => module.EnterDeclarationDialog),
);
const MoveDonationDialog = lazyDialog(() =>
	import('./move-donation-dialog.tsx').then((module) => module.MoveDonationDialog),
);
const ConfirmDialog = lazyDialog(() =>
	import('#app/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

type OpenDialog = 'issuing' | 'declaring' | 'moving' | 'removing';

/** The menu of a donation, and the dialogs that it opens. */
export function DonationActions(props: {
	event: PublicEvent;
	fundraiser: Fundraiser;
	row: Donation;
	base: string;
}) {
	const { event, fundraiser, row, base } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	const permissions = event.organisation?.permissions ?? [];
	const { update } = useDonationActions(event.id);
	const [open, setOpen] = useState<OpenDialog | null>(null);
	const charity = fundraiser.giftAidCharity;
	const hasWords = row.message !== '' || row.honour !== null;
	const isGone = row.refundedMinor >= row.amountMinor;
	const items: MenuItem[] = [
		...(row.orderId ? [{ id: 'order', label: t`View order`, to: `${base}/orders/${row.orderId}` }] : []),
		...(row.orderId && !isGone && permissions.includes('money.manage')
			? [
					{
						id: 'receipt',
						label: t`Download donation receipt`,
						onSelect: () =>
							void attempt(
								downloadGiftReceipt({
									organisation: event.organisation?.id ?? '',
									event: event.id,
									order: row.orderId ?? '',
								}),
							),
					},
				]
			: []),
		...(!isGone && permissions.includes('money.manage') && (row.source === 'offline' || row.donorEmail)
			? [
					{
						id: 'issue',
						label: row.source === 'offline' ? t`Issue receipt` : t`Issue receipt for the year`,
						onSelect: () => setOpen('issuing'),
					},
				]
			: []),
		...(!isGone && charity && row.currency === GIFT_AID_CURRENCY && permissions.includes('money.manage')
			? [{ id: 'declare', label: t`Add Gift Aid declaration`, onSelect: () => setOpen('declaring') }]
			: []),
		...(permissions.includes('fundraiser.edit')
			? [{ id: 'move', label: t`Move to another page`, onSelect: () => setOpen('moving') }]
			: []),
		...(hasWords && permissions.includes('fundraiser.edit')
			? [
					{
						id: 'message',
						label: row.isMessageHidden ? t`Show message` : t`Hide message`,
						onSelect: () =>
							void attempt(
								update.mutateAsync({ donation: row.id, isMessageHidden: !row.isMessageHidden }),
								row.isMessageHidden ? t`Message shown` : t`Message hidden`,
							),
					},
				]
			: []),
		...(row.source === 'offline' && !isGone && permissions.includes('orders.manage')
			? [
					{
						id: 'remove',
						label: t`Remove donation`,
						tone: 'destructive' as const,
						onSelect: () => setOpen('removing'),
					},
				]
			: []),
	];
	if (items.length === 0) return null;
	return (
		<>
			<Menu
				label={t`Actions for ${row.donorName}`}
				align="end"
				items={items}
				trigger={(trigger) => (
					<IconButton {...trigger} icon={Ellipsis} label={t`Actions for ${row.donorName}`} tip="none" />
				)}
			/>
			{open ? <DonationDialogs {...{ event, fundraiser, row, open }} onClose={() => setOpen(null)} /> : null}
		</>
	);
}

function DonationDialogs(props: {
	event: PublicEvent;
	fundraiser: Fundraiser;
	row: Donation;
	open: OpenDialog;
	onClose: () => void;
}) {
	const { event, row, open, onClose } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	const formats = useFormats();
	const { remove } = useDonationActions(event.id);
	const charity = props.fundraiser.giftAidCharity;
	const amount = formats.money(row.amountMinor, row.currency);
	return (
		<>
			{open === 'issuing' ? (
				<DonationReceiptDialog
					isSandbox={event.isSandbox}
					organisation={event.organisation?.id ?? ''}
					event={event.id}
					donation={row}
					onClose={onClose}
				/>
			) : null}
			{open === 'declaring' && charity ? (
				<EnterDeclarationDialog
					organisation={event.organisation?.id ?? ''}
					event={event.id}
					charity={charity}
					donation={row}
					onClose={onClose}
				/>
			) : null}
			{open === 'moving' ? <MoveDonationDialog event={event.id} donation={row} onClose={onClose} /> : null}
			{open === 'removing' ? (
				<ConfirmDialog
					isOpen
					onClose={onClose}
					title={t`Remove this donation?`}
					description={
						<Trans>
							{amount} of {row.donorName} is removed from the thermometer and the books. It stays in this
							list, struck through.
						</Trans>
					}
					confirmLabel={t`Remove donation`}
					isPending={remove.isPending}
					onConfirm={() => void attempt(remove.mutateAsync(row.id), t`Donation removed`).then(onClose)}
				/>
			) : null}
		</>
	);
}
