import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { catalogueText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { methodLabels, paymentLabels } from '#app/lib/payment-labels.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { AdminPayment } from '#shared/contracts/admin-payments.ts';
import { isErrorCode } from '#shared/errors/catalogue.ts';
import { useCheckPayment } from '../payments-api.ts';

/** One payment: whose it is, how it stands, and its id at the provider. */
export function PaymentSheet({ payment, onClose }: { payment: AdminPayment | null; onClose: () => void }) {
	const { t } = useLingui();
	return (
		<Sheet isOpen={payment !== null} onClose={onClose} title={t`Payment`}>
			{payment ? <Detail key={payment.id} listed={payment} /> : null}
		</Sheet>
	);
}

function Detail({ listed }: { listed: AdminPayment }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const dateTime = useViewerTime();
	const check = useCheckPayment();
	const attempt = useAttempt();
	const payment = check.data ?? listed;
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
		[t`Created`, dateTime(payment.createdAt)],
		...(settledAt ? ([[t`Received`, dateTime(settledAt)]] as [string, string][]) : []),
		...(nextCheckAt ? ([[t`Next check`, dateTime(nextCheckAt)]] as [string, string][]) : []),
		...(gateway ? ([[t`Provider`, gateway === 'test' ? t`Test mode` : 'Stripe']] as [string, string][]) : []),
		...(providerId ? ([[t`ID at the provider`, providerId]] as [string, string][]) : []),
	];
	return (
		<div className="flex flex-col items-start gap-5">
			<StatusBadge tone={tone}>{i18n._(label)}</StatusBadge>
			{nextCheckAt ? <Waiting payment={payment} nextCheckAt={nextCheckAt} /> : null}
			<DescriptionList facts={facts} />
			{nextCheckAt ? (
				<Button
					variant="outline"
					icon={RotateCw}
					isLoading={check.isPending}
					onClick={() => void attempt(check.mutateAsync(payment.id), t`The provider has answered.`)}
				>
					<Trans>Ask the provider now</Trans>
				</Button>
			) : null}
		</div>
	);
}

/** How long the answer has been missing, and what happens without anyone doing anything. */
function Waiting({ payment, nextCheckAt }: { payment: AdminPayment; nextCheckAt: string }) {
	const formats = useFormats();
	const since = formats.relative(payment.createdAt);
	const next = formats.relative(nextCheckAt);
	return (
		<Callout tone={payment.state === 'requires_action' ? 'neutral' : 'warning'}>
			{payment.state === 'requires_action' ? (
				<Trans>Begun {since}. The payer has to confirm it with their bank.</Trans>
			) : payment.providerId ? (
				<Trans>
					Begun {since}. The provider is asked again {next}, until it says how the payment ended.
				</Trans>
			) : (
				<Trans>
					Begun {since}. The provider has not confirmed that it received it. It is looked for again {next},
					and marked as failed after several attempts.
				</Trans>
			)}
		</Callout>
	);
}
