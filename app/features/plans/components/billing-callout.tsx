import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Callout } from '#app/ui/callout.tsx';
import type { Subscription } from '#shared/contracts/subscriptions.ts';
import type { Particular } from '#shared/rules/particulars.ts';

/** Details that an organisation has to enter before it gets its invoices, with a link to each field; empty if complete. */
export function BillingCallout({ billing }: { billing: Subscription['billing'] }) {
	const { t } = useLingui();
	const { missing, waiting } = billing;
	if (missing.length === 0 && waiting === 0) return null;
	const labels: Partial<Record<Particular, string>> = { address: t`Address`, countryCode: t`Country` };
	return (
		<Callout
			tone={missing.length > 0 ? 'warning' : 'neutral'}
			title={missing.length > 0 ? t`Your invoices need your billing address` : t`Your invoices follow`}
		>
			{missing.length > 0 ? (
				<>
					<p>{t`Enter these details of your organisation. Your plan is not affected.`}</p>
					<ul className="my-1 list-disc ps-5">
						{missing.map((field) => (
							<li key={field}>
								<Link className="link" to="/settings/organisation#organisation">
									{labels[field]}
								</Link>
							</li>
						))}
					</ul>
				</>
			) : (
				<p>{t`The operator of this site still has to complete its own details. You have nothing to do.`}</p>
			)}
			{waiting > 0 ? (
				<p>
					<Plural value={waiting} one="# invoice is waiting." other="# invoices are waiting." />
				</p>
			) : null}
		</Callout>
	);
}
