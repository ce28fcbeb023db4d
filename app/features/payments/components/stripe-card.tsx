import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { readError } from '#app/lib/read-error.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { usePaymentAccount } from '../api.ts';
import { accountState } from './account-states.ts';

/** Card payments among the integrations: what is sent to Stripe, how the account stands, and the way to it. */
export function StripeCard({ organisation }: { organisation: string }) {
	const { t, i18n } = useLingui();
	const found = usePaymentAccount(organisation);
	const account = found.data;
	const missing = account?.requirements.length ?? 0;
	return (
		<Card
			id="stripe"
			className="scroll-mt-24"
			title={t`Stripe`}
			description={
				<Trans>
					Takes card payments. Amounts, and names and emails of buyers are sent to Stripe; buyers type their
					card details into Stripe’s own fields.
				</Trans>
			}
		>
			<ErrorCallout error={readError(found)} onRetry={found.refetch} />
			{found.isPending ? <Skeleton className="h-16" /> : null}
			{account ? (
				<SettingsRow
					title={
						<span className="flex flex-wrap items-center gap-2">
							<Trans>Payment account</Trans>
							<StatusBadge tone={accountState(account).tone}>
								{i18n._(accountState(account).label)}
							</StatusBadge>
						</span>
					}
					description={
						missing > 0 ? (
							<Plural
								value={missing}
								one="Stripe asks for # more detail."
								other="Stripe asks for # more details."
							/>
						) : account.isTest ? (
							<Trans>Test mode: nothing is sent to Stripe, and no real money is moved.</Trans>
						) : (
							<Trans>Connect, check and disconnect it there. Payouts are listed under Money.</Trans>
						)
					}
				>
					<ButtonLink to={`/stripe-connect-demo?organisation=${organisation}`} variant="outline" size="sm">
						{t`Open payment account`}
					</ButtonLink>
				</SettingsRow>
			) : null}
		</Card>
	);
}
