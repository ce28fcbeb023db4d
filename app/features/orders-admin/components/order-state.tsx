import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { type OrderMoney, orderMoneyState } from '#shared/rules/order-money-state.ts';
import { stateLabels } from '../order-labels.ts';

const DATED_MS = 12 * 3_600_000;

/** How an order and its money stand; of one in checkout until when. */
export function OrderState(props: { order: OrderMoney & { expiresAt: string | null }; timeZone: string }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const state = orderMoneyState(props.order);
	const { tone, label } = stateLabels[state];
	const { expiresAt } = props.order;
	// One that was approved is held for days.
	const format = Date.parse(expiresAt ?? '') - Date.now() > DATED_MS ? formats.dateTime : formats.time;
	const time = state === 'pending' && expiresAt ? format(expiresAt, props.timeZone) : '';
	return <StatusBadge tone={tone}>{time ? t`Pending until ${time}` : i18n._(label)}</StatusBadge>;
}

/** Beside money that did not move. */
export function TestMode() {
	const { t } = useLingui();
	return <Badge variant="outline">{t`Test mode`}</Badge>;
}
