import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { useCheckLatePayments } from '../payments-api.ts';

/** Requests every late payment from the provider; the answers arrive in the list. */
export function CheckLatePayments() {
	const { t } = useLingui();
	const showError = useErrorToast();
	const check = useCheckLatePayments();
	return (
		<Button
			variant="outline"
			icon={RotateCw}
			isLoading={check.isPending}
			onClick={() =>
				check.mutate(undefined, {
					onSuccess: ({ count }) =>
						toast({
							variant: 'success',
							description: t`${plural(count, {
								0: 'All of them are being asked for already.',
								one: 'Asking the provider for # payment.',
								other: 'Asking the provider for # payments.',
							})}`,
						}),
					onError: showError,
				})
			}
		>
			<Trans>Ask the provider for all of them</Trans>
		</Button>
	);
}
