import { Trans, useLingui } from '@lingui/react/macro';
import { Callout } from '#app/ui/callout.tsx';
import type { Subscription } from '#shared/contracts/subscriptions.ts';

/** Which cards the form of the built-in gateway takes. */
export function TestModeCallout({ config }: { config: Subscription['cardForm'] }) {
	const { t } = useLingui();
	if (config.kind !== 'test') return null;
	return (
		<Callout tone="info" title={t`Test mode`}>
			<Trans>No real money is moved. Pay with a published test card, such as 4242 4242 4242 4242.</Trans>
		</Callout>
	);
}
