import { useRef } from 'react';
import { CopyButton } from '#app/ui/copy-button.tsx';

/** Lines of code to copy. Where the browser does not copy, they are selected, to be copied manually. */
export function SnippetBox(props: { text: string; copyLabel: string; testId?: string }) {
	const code = useRef<HTMLElement>(null);
	return (
		<div className="flex min-w-0 flex-col items-start gap-3">
			<pre className="w-full min-w-0 rounded-md border border-hairline bg-sunken p-3 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
				<code ref={code} dir="ltr" data-testid={props.testId}>
					{props.text}
				</code>
			</pre>
			<CopyButton
				text={props.text}
				label={props.copyLabel}
				size="md"
				className="min-h-11"
				onRefused={() => {
					if (code.current) getSelection()?.selectAllChildren(code.current);
				}}
			/>
		</div>
	);
}
