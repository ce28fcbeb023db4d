/** The optional texts of an attendee on one line; nothing where all are empty. */
export function AttendeeTexts({
	texts,
	className = 'text-compact text-muted',
}: {
	texts: readonly string[];
	className?: string;
}) {
	const line = texts.filter((text) => text !== '').join(' · ');
	if (line === '') return null;
	return (
		<p className={`truncate ${className}`} dir="auto" title={line}>
			{line}
		</p>
	);
}
