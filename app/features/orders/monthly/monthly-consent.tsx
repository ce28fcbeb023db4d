import { Trans } from '@lingui/react/macro';

/** What a donor agrees to by paying: read before the button, as card networks ask. */
export function MonthlyConsent({ organiserName, amount }: { organiserName: string; amount: string }) {
	return (
		<p className="text-sm text-muted">
			<Trans>
				By paying you allow {organiserName} to charge this card {amount} each month until you stop. You can
				change, pause or stop it at any time with the link in your email.
			</Trans>
		</p>
	);
}
