import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDissolveSeries } from '#app/features/events/series-api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { Series } from '#shared/contracts/series.ts';

/** Asks before the dates of a series become events of their own. */
export function DissolveDialog(props: { series: Series; isOpen: boolean; onClose: () => void }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const navigate = useNavigate();
	const dissolve = useDissolveSeries(props.series.id);
	const [keep, setKeep] = useState<'all' | 'withGuests'>('all');
	async function confirm() {
		// The series is gone: leave before its page asks for it again.
		if (await attempt(dissolve.mutateAsync(keep), t`The dates are single events now`))
			await navigate('/dashboard/events');
	}
	return (
		<ConfirmDialog
			isOpen={props.isOpen}
			onClose={props.onClose}
			title={t`Turn into single events?`}
			description={t`The dates keep their addresses, tickets and guests, and are no longer changed together.`}
			confirmLabel={t`Turn into single events`}
			isDestructive={keep === 'withGuests'}
			isPending={dissolve.isPending}
			onConfirm={() => void confirm()}
		>
			<RadioGroup
				label={t`Dates ahead`}
				value={keep}
				onChange={(event) => setKeep(event.currentTarget.value as 'all' | 'withGuests')}
				options={[
					{ value: 'all', label: t`Keep all` },
					{
						value: 'withGuests',
						label: t`Keep those with guests`,
						description: t`Dates without orders are deleted.`,
					},
				]}
			/>
		</ConfirmDialog>
	);
}
