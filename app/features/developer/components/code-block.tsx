/** Commands or a body as they are typed. */
export const CodeBlock = ({ text }: { text: string }) => (
	<pre
		dir="ltr"
		className="rounded-md bg-ink/5 p-3 text-compact whitespace-pre-wrap [overflow-wrap:anywhere]"
	>
		<code>{text}</code>
	</pre>
);
