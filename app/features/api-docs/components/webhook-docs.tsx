import { Trans } from '@lingui/react/macro';
import { webhookTypeTexts } from '#shared/rules/webhook-texts.ts';
import { failingDays, retrySeconds, webhookTypes } from '#shared/rules/webhook-types.ts';

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
						Each message is a POST request, signed as specified by Standard Webhooks. Respond with 2xx within
						15 seconds. Any other response is retried, up to {retrySeconds.length + 1} times over{' '}
						{failingDays} days. 410 disables the connection; Retry-After is honoured. A message can be
						delivered more than once, with the same webhook-id, and out of order: use sequence to sort.
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
