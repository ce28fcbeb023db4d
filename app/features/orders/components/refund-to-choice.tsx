import { useLingui } from '@lingui/react/macro';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import { CARD_REFUND_DAYS } from '#shared/rules/periods.ts';

/** Whether all money of an order goes back the way it was paid without the organiser’s doing. */
export const goesBackItself = ({ payments }: Pick<ManagedOrder, 'payments'>): boolean =>
	payments.every(({ method, state }) => method === 'card' || method === 'gift_card' || state !== 'succeeded');

/** Whether money goes back the way it was paid, or becomes a gift card. Nobody has to take a gift card: the other way is chosen at first. */
export function RefundToChoice(props: {
	order: Pick<ManagedOrder, 'payments' | 'event'>;
	value: RefundTarget;
	onChange: (value: RefundTarget) => void;
}) {
	const { t } = useLingui();
	const { order, value, onChange } = props;
	const { organiserName } = order.event;
	return (
		<RadioGroup
			label={t`How do you want it back?`}
			name="refund-to"
			look="cards"
			value={value}
			onChange={(event) => onChange(event.target.value as RefundTarget)}
			options={[
				{
					value: 'original',
					...(goesBackItself(order)
						? {
								label: t`The way you paid`,
								description: t`Usually within ${CARD_REFUND_DAYS} days.`,
							}
						: {
								label: t`To your bank account`,
								description: t`${organiserName} sends it to you. We’ll ask for your bank account next.`,
							}),
				},
				{
					value: 'gift_card',
					label: t`As a gift card`,
					description: t`Ready at once, for all events of ${organiserName}. It can’t be paid out later.`,
				},
			]}
		/>
	);
}
