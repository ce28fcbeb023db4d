import { Trans } from '@lingui/react/macro';
import { Callout } from '#app/ui/callout.tsx';

/** What is shown was planned before something else changed. */
export function OutdatedPlan() {
	return (
		<Callout tone="warning" isUrgent>
			<Trans>Something changed in the meantime. Review the changes again.</Trans>
		</Callout>
	);
}
