import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { FastForward } from 'lucide-react';
import { useState } from 'react';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Form } from '#app/ui/form.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { longestMoveHours } from '#shared/rules/sandbox.ts';
import { useSandboxActions } from '../api.ts';

type Unit = 'minutes' | 'hours' | 'days';
const minutesOf: Record<Unit, number> = { minutes: 1, hours: 60, days: 24 * 60 };
const durations: Record<Unit, (amount: number) => string> = {
	minutes: (amount) => `PT${amount}M`,
	hours: (amount) => `PT${amount}H`,
	days: (amount) => `P${amount}D`,
};

/** Moves time on in a sandbox by some minutes, hours or days. */
export function SandboxClock({ organisation, sandbox }: { organisation: string; sandbox: Sandbox }) {
	const { t } = useLingui();
	const { moveClock } = useSandboxActions(organisation);
	const [unit, setUnit] = useState<Unit>('days');
	const most = (longestMoveHours * 60) / minutesOf[unit];
	const form = useFormCall({
		labels: { amount: t`Move forward by` },
		checks: {
			amount: (amount) =>
				/^\d{1,6}$/.test(amount) && Number(amount) >= 1 && Number(amount) <= most
					? undefined
					: t`Enter a whole number from 1 to ${most}.`,
		},
		send: async ({ amount = '' }) => {
			const { isSettled } = await moveClock.mutateAsync(durations[unit](Number(amount)));
			toast({
				variant: 'success',
				description: isSettled ? t`The clock was moved forward` : t`The clock is moving`,
			});
		},
	});
	return (
		<section aria-labelledby="sandbox-clock">
			<Card>
				<div className="mb-4">
					<h3 id="sandbox-clock" className="font-medium">
						<Trans>Move the clock forward</Trans>
					</h3>
					<p className="text-muted">
						<Trans>
							Everything that becomes due happens in order: holds expire, reminders are sent, schedules run.
						</Trans>
					</p>
				</div>
				<Form method="post" errors={form.summary} onSubmit={form.submit}>
					<div className="flex flex-wrap items-start gap-3">
						<TextField
							label={t`Move forward by`}
							name="amount"
							inputMode="numeric"
							defaultValue="1"
							error={form.errorOf('amount')}
							autoComplete="off"
							className="w-40"
						/>
						<Select
							label={t`Unit`}
							name="unit"
							value={unit}
							onChange={({ target }) => setUnit(target.value as Unit)}
							options={[
								{ value: 'minutes', label: t`minutes` },
								{ value: 'hours', label: t`hours` },
								{ value: 'days', label: t`days` },
							]}
							className="w-36"
						/>
						<Button type="submit" icon={FastForward} isLoading={form.isPending} className="mt-7">
							<Trans>Move forward</Trans>
						</Button>
					</div>
				</Form>
				<p className="mt-4 text-sm text-muted" role="status">
					{sandbox.isSettled ? null : (
						<>
							<Trans>The clock is moving, and everything that becomes due is done. Remaining:</Trans>{' '}
							<Span hours={sandbox.leftHours} />
							<br />
						</>
					)}
					<MovedBy hours={sandbox.movedHours} />
				</p>
			</Card>
		</section>
	);
}

function MovedBy({ hours }: { hours: number }) {
	if (hours === 0) return <Trans>The clock shows the current time.</Trans>;
	return (
		<>
			<Trans>Moved forward since it was created or reset:</Trans> <Span hours={hours} />
		</>
	);
}

/** A span of time in days, hours and minutes. */
export function Span({ hours: all }: { hours: number }) {
	const { t } = useLingui();
	const total = Math.round(all * 60);
	const days = Math.floor(total / minutesOf.days);
	const hours = Math.floor((total % minutesOf.days) / 60);
	const minutes = total % 60;
	const parts = [
		days > 0 && t`${plural(days, { one: '# day', other: '# days' })}`,
		hours > 0 && t`${plural(hours, { one: '# hour', other: '# hours' })}`,
		(minutes > 0 || total === 0) && t`${plural(minutes, { one: '# minute', other: '# minutes' })}`,
	];
	return parts
		.filter(Boolean)
		.join(t({ message: ', ', comment: 'between days and hours of a span of time' }));
}
