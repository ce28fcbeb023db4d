import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';

/** Shown once, right after they were made. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
	const { t } = useLingui();
	const text = `${codes.join('\n')}\n`;
	function download() {
		const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
		const link = document.createElement('a');
		link.href = url;
		link.download = 'recovery-codes.txt';
		link.click();
		URL.revokeObjectURL(url);
	}
	return (
		<Callout tone="success" title={t`Save your recovery codes`} isUrgent>
			<p>
				<Trans>You won’t see them again. Each works once if you lose your phone.</Trans>
			</p>
			<ul
				className="my-4 grid gap-x-6 gap-y-1 font-mono text-ink sm:grid-cols-2"
				data-testid="recovery-codes"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-2">
				<CopyButton text={text} label={t`Copy`} />
				<Button size="sm" variant="outline" icon={Download} onClick={download}>
					<Trans>Download</Trans>
				</Button>
			</div>
		</Callout>
	);
}
