import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { allowCounting, isCountingAllowed, subscribeToCounting } from '#app/lib/visit-counting.ts';
import { toast } from '#app/ui/toast-store.ts';

/** Lets a visitor say that their visits shall not be counted; stored on the device, like the theme. */
export function CountingSwitch() {
	const { t } = useLingui();
	const isAllowed = useSyncExternalStore(subscribeToCounting, isCountingAllowed, () => true);
	return (
		<button
			type="button"
			role="switch"
			aria-checked={isAllowed}
			className="hit-area relative rounded-md px-1 py-1 underline-offset-2 hover:text-ink hover:underline"
			onClick={() => {
				allowCounting(!isAllowed);
				toast({
					description: isAllowed
						? t`Your visits on this device are no longer counted.`
						: isCountingAllowed()
							? t`Your visits are counted, without cookies and without your name.`
							: t`Your browser asks sites not to track you, so your visits are not counted.`,
				});
			}}
		>
			{isAllowed ? <Trans>Analytics: on</Trans> : <Trans>Analytics: off</Trans>}
		</button>
	);
}
