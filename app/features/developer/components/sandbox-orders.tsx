import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Form } from '#app/ui/form.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { mostOrdersAtOnce, type TestOrderOutcome, testOrderOutcomes } from '#shared/rules/sandbox.ts';
import { useSandboxActions, useSandboxTicketTypes } from '../api.ts';

function useOutcomeLabels(): Record<TestOrderOutcome, string> {
	const { t } = useLingui();
	return {
		confirmed: t`Confirmed, paid by test card`,
		checked_in: t`Confirmed and checked in`,
		pending: t`Held, not paid`,
		cancelled: t`Confirmed, then cancelled`,
		declined: t`Card declined`,
		disputed: t`Paid, then disputed`,
		refunded: t`Paid, then refunded`,
	};
}

/** Makes orders of invented people for an event of the sandbox. */
export function SandboxOrders({ organisation, sandbox }: { organisation: string; sandbox: Sandbox }) {
	const { t } = useLingui();
	const labels = useOutcomeLabels();
	const { createOrders } = useSandboxActions(organisation);
	const selling = sandbox.events.filter(({ status }) => status === 'published');
	const [chosen, setChosen] = useState<string>();
	const eventId = selling.some(({ id }) => id === chosen) ? chosen : selling[0]?.id;
	const types = useSandboxTicketTypes(organisation, eventId).data?.data ?? [];
	const form = useFormCall({
		labels: { count: t`Orders` },
		checks: {
			count: (count) =>
				/^\d{1,3}$/.test(count) && Number(count) >= 1 && Number(count) <= mostOrdersAtOnce
					? undefined
					: t`Enter a whole number from 1 to ${mostOrdersAtOnce}.`,
		},
		send: async ({ count = '', outcome, ticketTypeId }) => {
			const { data } = await createOrders.mutateAsync({
				eventId: eventId ?? '',
				...(ticketTypeId && { ticketTypeId }),
				count: Number(count),
				outcome: outcome as TestOrderOutcome,
			});
			const made = t`${plural(data.length, { one: '# test order made', other: '# test orders made' })}`;
			toast({ variant: 'success', description: made });
		},
	});
	if (selling.length === 0) return null;
	return (
		<section aria-labelledby="sandbox-orders">
			<Card>
				<div className="mb-4">
					<h3 id="sandbox-orders" className="font-medium">
						<Trans>Create test orders</Trans>
					</h3>
					<p className="text-muted">
						<Trans>
							Sample buyers order tickets. Emails are stored, not sent; webhooks and figures follow as for
							real orders.
						</Trans>
					</p>
				</div>
				<Form method="post" errors={form.summary} onSubmit={form.submit}>
					<div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
						<Select
							label={t`Event`}
							name="event"
							value={eventId}
							onChange={({ target }) => setChosen(target.value)}
							options={selling.map(({ id, title }) => ({ value: id, label: title }))}
						/>
						<Select
							key={eventId}
							label={t`Ticket type`}
							name="ticketTypeId"
							options={types.map(({ id, name }) => ({ value: id, label: name }))}
						/>
						<Select
							label={t`Outcome`}
							name="outcome"
							options={testOrderOutcomes.map((outcome) => ({ value: outcome, label: labels[outcome] }))}
						/>
						<TextField
							label={t`Orders`}
							name="count"
							inputMode="numeric"
							defaultValue="1"
							error={form.errorOf('count')}
							autoComplete="off"
						/>
					</div>
					<Button type="submit" icon={ShoppingCart} isLoading={form.isPending} className="self-start">
						<Trans>Create orders</Trans>
					</Button>
				</Form>
			</Card>
		</section>
	);
}
