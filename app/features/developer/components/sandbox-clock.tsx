import { Plural, Trans, useLingui } from '@lingui/react/macro';
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

/** Moves time on in a sandbox by some hours or days. */
export function SandboxClock({ organisation, sandbox }: { organisation: string; sandbox: Sandbox }) {
	const { t } = useLingui();
	const { advance } = useSandboxActions(organisation);
	const [unit, setUnit] = useState<'hours' | 'days'>('days');
	const most = unit === 'days' ? longestMoveHours / 24 : longestMoveHours;
	const form = useFormCall({
		labels: { amount: t`Move time on by` },
		checks: {
			amount: (amount) =>
				/^\d{1,4}$/.test(amount) && Number(amount) >= 1 && Number(amount) <= most
					? undefined
					: t`Enter a whole number from 1 to ${most}.`,
		},
		send: async ({ amount = '' }) => {
			await advance.mutateAsync(Number(amount) * (unit === 'days' ? 24 : 1));
			toast({ variant: 'success', description: t`Time was moved on` });
		},
	});
	return (
		<section aria-labelledby="sandbox-clock">
			<Card>
				<div className="mb-4">
					<h3 id="sandbox-clock" className="font-medium">
						<Trans>Move time on</Trans>
					</h3>
					<p className="text-muted">
						<Trans>
							Everything in the sandbox is dated back, so holds expire, reminders go out and schedules run as
							they would after that time.
						</Trans>
					</p>
				</div>
				<Form method="post" errors={form.summary} onSubmit={form.submit}>
					<div className="flex flex-wrap items-start gap-3">
						<TextField
							label={t`Move time on by`}
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
							onChange={({ target }) => setUnit(target.value as 'hours' | 'days')}
							options={[
								{ value: 'hours', label: t`hours` },
								{ value: 'days', label: t`days` },
							]}
							className="w-36"
						/>
						<Button type="submit" icon={FastForward} isLoading={form.isPending} className="mt-7">
							<Trans>Move on</Trans>
						</Button>
					</div>
				</Form>
				<p className="mt-4 text-sm text-muted" role="status">
					<MovedBy hours={sandbox.movedHours} />
				</p>
			</Card>
		</section>
	);
}

function MovedBy({ hours: all }: { hours: number }) {
	if (all === 0) return <Trans>Its time is the real one.</Trans>;
	const days = Math.floor(all / 24);
	const hours = all % 24;
	return (
		<>
			<Trans>Moved on since it was created or reset:</Trans>{' '}
			{days > 0 ? <Plural value={days} one="# day" other="# days" /> : null}
			{days > 0 && hours > 0 ? ', ' : null}
			{hours > 0 ? <Plural value={hours} one="# hour" other="# hours" /> : null}
		</>
	);
}
