import { Trans, useLingui } from '@lingui/react/macro';
import { FeeCalculator } from '#app/features/pages/components/fee-calculator.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';

/** /stripe-connect-demo: where money would go. Without payments it says what can be sold, and what a sale would cost. */
export default function PaymentAccountRoute() {
	const { t } = useLingui();
	return (
		<PageFrame
			title={t`Payment account`}
			description={t`Payments aren’t available yet. You can offer free tickets only.`}
		>
			<Card
				title={<Trans>Available now</Trans>}
				actions={<StatusBadge tone="neutral">{t`No payments`}</StatusBadge>}
			>
				<SettingsRow
					title={<Trans>Free tickets</Trans>}
					description={<Trans>Registration, tickets and check-in work without a payment provider.</Trans>}
				>
					<StatusBadge tone="success">{t`Available`}</StatusBadge>
				</SettingsRow>
				<SettingsRow
					title={<Trans>Paid tickets</Trans>}
					description={<Trans>You can add prices, but guests can’t buy yet.</Trans>}
				>
					<StatusBadge tone="warning">{t`Not available`}</StatusBadge>
				</SettingsRow>
				<div className="pt-2">
					<ButtonLink to="/create-event">{t`Create Event`}</ButtonLink>
				</div>
			</Card>
			<FeeCalculator />
		</PageFrame>
	);
}
