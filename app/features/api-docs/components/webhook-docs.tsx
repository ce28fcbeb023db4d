import { Trans } from '@lingui/react/macro';
import { webhookTypeTexts } from '#shared/rules/webhook-texts.ts';
import { webhookTypes } from '#shared/rules/webhook-types.ts';

const sample = `import { Webhook } from 'standardwebhooks';

// The raw body, before anything parses it.
const message = new Webhook('whsec_…').verify(rawBody, headers);`;

/** What webhooks are sent, how they are verified and when they come again. */
export function WebhookDocs() {
	return (
		<section className="flex flex-col gap-4">
			<div className="max-w-measure">
				<h2 id="webhooks" className="scroll-mt-24 pb-1 text-base font-semibold">
					<Trans>Webhooks</Trans>
				</h2>
				<p className="text-sm text-muted">
					<Trans>
						A POST for each message, signed as Standard Webhooks. Answer 2xx within 15 seconds; anything else
						is sent again, ten times over three days. 410 ends the connection, Retry-After is honoured. A
						message can come twice, with the same webhook-id, and later than a newer one: sequence tells the
						order.
					</Trans>
				</p>
			</div>
			<pre
				dir="ltr"
				className="rounded-lg border bg-sunken p-4 font-mono text-compact whitespace-pre-wrap [overflow-wrap:anywhere]"
			>
				{sample}
			</pre>
			<dl className="flex flex-col divide-y overflow-hidden rounded-xl border bg-surface">
				{webhookTypes.map((type) => (
					<div key={type} className="flex flex-wrap gap-x-3 gap-y-1 px-4 py-3 md:px-5">
						<dt className="font-mono [overflow-wrap:anywhere]">{type}</dt>
						<dd className="basis-full text-sm text-muted md:ms-auto md:basis-auto">
							{webhookTypeTexts[type]}
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
