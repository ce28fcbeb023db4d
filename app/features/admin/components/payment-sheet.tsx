import { useLingui } from '@lingui/react/macro';
import { catalogueText } from '#app/lib/error-text.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { methodLabels, paymentLabels } from '#app/lib/payment-labels.ts';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { AdminPayment } from '#shared/contracts/admin-payments.ts';
import { isErrorCode } from '#shared/errors/catalogue.ts';

/** One payment: whose it is, how it stands, and its id at the provider. */
export function PaymentSheet({ payment, onClose }: { payment: AdminPayment | null; onClose: () => void }) {
	const { t } = useLingui();
	return (
		<Sheet isOpen={payment !== null} onClose={onClose} title={t`Payment`}>
			{payment ? <Detail payment={payment} /> : null}
		</Sheet>
	);
}

function Detail({ payment }: { payment: AdminPayment }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const { currency, settledAt, nextCheckAt, gateway, providerId, failure } = payment;
	const { tone, label } = paymentLabels[payment.state];
	const money = (minor: number) => formats.money(minor, currency);
	const facts: [string, string][] = [
		[t`Amount`, money(payment.amountMinor)],
		...(payment.refundedMinor > 0
			? ([[t`Refunded`, money(payment.refundedMinor)]] as [string, string][])
			: []),
		...(payment.feeMinor > 0 ? ([[t`Fee kept`, money(payment.feeMinor)]] as [string, string][]) : []),
		[t`Organisation`, payment.organisationName],
		...(payment.eventTitle ? ([[t`Event`, payment.eventTitle]] as [string, string][]) : []),
		[t`Paid by`, i18n._(methodLabels[payment.method])],
		...(isErrorCode(failure) ? ([[t`Error`, catalogueText(i18n, failure)]] as [string, string][]) : []),
		[t`Created`, formats.dateTime(payment.createdAt, zone)],
		...(settledAt ? ([[t`Received`, formats.dateTime(settledAt, zone)]] as [string, string][]) : []),
		...(nextCheckAt ? ([[t`Next check`, formats.dateTime(nextCheckAt, zone)]] as [string, string][]) : []),
		...(gateway ? ([[t`Provider`, gateway === 'test' ? t`Test mode` : 'Stripe']] as [string, string][]) : []),
		...(providerId ? ([[t`ID at the provider`, providerId]] as [string, string][]) : []),
	];
	return (
		<div className="flex flex-col items-start gap-5">
			<StatusBadge tone={tone}>{i18n._(label)}</StatusBadge>
			<DescriptionList facts={facts} />
		</div>
	);
}
