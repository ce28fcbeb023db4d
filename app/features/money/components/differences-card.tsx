import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { differenceLabels } from '#app/lib/difference-labels.ts';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Difference } from '#shared/contracts/payouts.ts';
import { useDifferences, useMoneyActions } from '../api.ts';
import { kindLabels } from './payout-content.tsx';
import { SendButtons } from './send-buttons.tsx';

/** What differs between the provider's balance and the books, and settling it manually. */
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
								<p className="font-medium">{i18n._(differenceLabels[one.difference])}</p>
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
					name={i18n._(differenceLabels[settling.difference])}
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
				<SendButtons
					isPending={settle.isPending}
					onSend={save}
					onClose={onClose}
					label={<Trans>Adjust the books</Trans>}
				/>
			}
		>
			<div className="flex flex-col gap-4">
				<ErrorCallout error={settle.error} />
				<p className="text-sm">
					<Trans>{amount} is booked as an adjustment. This can’t be undone.</Trans>
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
