import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '#app/ui/button.tsx';

/** The way to change or stop the monthly gift of an order. */
export function MonthlyDonation({ agreementToken }: { agreementToken: string }) {
	const { t } = useLingui();
	return (
		<section aria-labelledby="monthly" className="flex flex-col items-start gap-3">
			<h2 id="monthly" className="text-lg font-medium">
				<Trans>Monthly donation</Trans>
			</h2>
			<p className="text-sm text-muted">
				<Trans>You give the same each month. Change, pause or stop it at any time.</Trans>
			</p>
			{/* A document of its own: that page may load the script of the payment provider. */}
			<ButtonLink to={`/agreements/${agreementToken}`} variant="outline" reloadDocument>
				{t`Manage monthly donation`}
			</ButtonLink>
		</section>
	);
}
