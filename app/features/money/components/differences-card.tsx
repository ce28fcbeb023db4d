import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Difference } from '#shared/contracts/payouts.ts';
import type { DifferenceKind } from '#shared/rules/payment-states.ts';
import { useDifferences, useMoneyActions } from '../api.ts';
import { kindLabels } from './payout-content.tsx';

const labels: Record<DifferenceKind, ReturnType<typeof msg>> = {
	'unknown-charge': msg`A charge that no order here belongs to`,
	'unknown-refund': msg`A refund that no payment here belongs to`,
	'unknown-dispute': msg`A dispute that no payment here belongs to`,
	'unknown-payout': msg`A payout that is not known here`,
	'unknown-fee': msg`A fee of the provider that belongs to no payment`,
	'unknown-movement': msg`A movement of another kind`,
	'other-installation': msg`A charge that another installation has made`,
	'other-account': msg`It belongs to another payment account of yours`,
	'other-currency': msg`Settled in another currency`,
	'charged-twice': msg`A payment that was charged twice; the second charge goes back`,
	'moved-twice': msg`The provider has moved this money twice`,
	'amount-differs': msg`The amount differs`,
	'fee-differs': msg`The platform fee differs`,
	'provider-fee-differs': msg`The provider’s fee differs`,
	'state-differs': msg`The provider and the books disagree about its outcome`,
	'books-differ': msg`The books have another amount for it`,
	'missing-charge': msg`A card payment that is missing at the provider`,
	'missing-refund': msg`A refund that is missing at the provider`,
	'missing-refund-failure': msg`A refund failed, and its money has not come back to the provider`,
	'missing-dispute': msg`A dispute that is missing at the provider`,
	'missing-reversal': msg`A dispute was won, and its money has not come back`,
	'missing-payout': msg`A payout that is missing in the provider’s balance`,
	'missing-payout-failure': msg`A payout was sent back, and its money is missing in the provider’s balance`,
	'content-differs': msg`A payout that is not the sum of its movements`,
};

/** What differs between the provider's balance and the books, and settling it by hand. */
export function DifferencesCard(props: { organisation: string; timeZone: string; isEditable: boolean }) {
	const { organisation, timeZone, isEditable } = props;
	const { i18n } = useLingui();
	const formats = useFormats();
	const differences = useDifferences(organisation);
	const [settling, setSettling] = useState<Difference | null>(null);
	if (differences.error) return <ErrorCallout error={differences.error} />;
	const { data = [], comparedAt = null } = differences.data ?? {};
	const when = comparedAt ? formats.dateTime(comparedAt, timeZone) : '';
	return (
		<Card
			title={<Trans>Differences with the provider</Trans>}
			description={
				comparedAt ? (
					<Trans>Last compared {when}.</Trans>
				) : (
					<Trans>Compared after each payment, and every night.</Trans>
				)
			}
			padding={data.length > 0 ? 'none' : 'normal'}
		>
			{data.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>The books and the provider agree.</Trans>
				</p>
			) : (
				<ul>
					{data.map((one) => (
						<li
							key={one.id}
							className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t px-5 py-3 text-sm"
						>
							<div className="min-w-0 flex-1 basis-64">
								<p className="font-medium">{i18n._(labels[one.difference])}</p>
								<p className="text-compact text-muted [overflow-wrap:anywhere]">
									{one.kind ? `${i18n._(kindLabels[one.kind])} · ` : ''}
									{formats.dateTime(one.occurredAt, timeZone)}
									{one.providerId ? ` · ${one.providerId}` : ''}
								</p>
								{one.orderId && one.eventId ? (
									<Link to={`/events/${one.eventId}/orders/${one.orderId}`} className="link">
										<Trans>View order</Trans>
									</Link>
								) : null}
								{one.isOfGiftCards ? (
									<span className="text-muted">
										<Trans>Gift cards</Trans>
									</span>
								) : null}
							</div>
							<Money>{formats.money(one.amountMinor, one.currency)}</Money>
							{isEditable && one.unbookedMinor !== null ? (
								<Button variant="outline" size="sm" onClick={() => setSettling(one)}>
									<Trans>Settle</Trans>
								</Button>
							) : null}
						</li>
					))}
				</ul>
			)}
			{settling ? (
				<SettleDialog
					organisation={organisation}
					difference={settling}
					name={i18n._(labels[settling.difference])}
					onClose={() => setSettling(null)}
				/>
			) : null}
		</Card>
	);
}

function SettleDialog(props: {
	organisation: string;
	difference: Difference;
	name: string;
	onClose: () => void;
}) {
	const { organisation, difference, name, onClose } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const { settle } = useMoneyActions(organisation);
	const [note, setNote] = useState('');
	const [isSent, setSent] = useState(false);
	const [key] = useState(newIdempotencyKey);
	const amount = formats.money(difference.unbookedMinor ?? 0, difference.currency);
	const save = async () => {
		setSent(true);
		if (note.trim() === '') return;
		await settle.mutateAsync({ item: difference.id, note: note.trim(), key });
		onClose();
	};
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!settle.isPending}
			title={t`Settle this difference`}
			description={name}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={settle.isPending}>
						<Trans>Close</Trans>
					</Button>
					<Button isLoading={settle.isPending} onClick={() => void save().catch(() => {})}>
						<Trans>Adjust the books</Trans>
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				<ErrorCallout error={settle.error} />
				<p className="text-sm">
					<Trans>{amount} is written into the books as an adjustment. It can’t be undone.</Trans>
				</p>
				<TextField
					label={t`Why`}
					value={note}
					maxLength={500}
					error={isSent && note.trim() === '' ? t`This field is required.` : undefined}
					onChange={(change) => setNote(change.target.value)}
				/>
			</div>
		</Dialog>
	);
}
