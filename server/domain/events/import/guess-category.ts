import type { EventCategory } from '#shared/rules/event-categories.ts';

/** Words that show what an event is about, the clearest first; whole words of the title and the tags. */
const words: [EventCategory, RegExp][] = [
	[
		'sports',
		/\b(sports?|football|soccer|basketball|baseball|hockey|rugby|tennis|marathon|triathlon|league|fixture|match day|cricket|volleyball|5k|10k|fun run)\b/iu,
	],
	[
		'music',
		/\b(concert|konzert|gig|live music|orchestra|choir|jazz|symphony|dj|karaoke|open mic|recital|band)\b/iu,
	],
	['film', /\b(film|movie|cinema|kino|screening|documentary)\b/iu],
	[
		'technology',
		/\b(software|programming|programmer|developer|coding|code|hackathon|data science|machine learning|deep learning|artificial intelligence|ai|python|javascript|java|linux|devops|cloud|kubernetes|cyber ?security|open source|rstats|rstudio|ggplot2?|shiny|tidyverse|tidytuesday|tidy tuesday|r-ladies|rladies|statistics|statistical|data|sql|github|git|api|web|iot|bioconductor|quarto|r markdown|dplyr)\b|\bR\b/u,
	],
	[
		'science',
		/\b(science|research|physics|biology|chemistry|mathematics|astronomy|moon|symposium|congress)\b/iu,
	],
	[
		'business',
		/\b(business|startup|entrepreneur\w*|marketing|leadership|networking|product management|sales|finance|investor)\b/iu,
	],
	['education', /\b(workshop|course|class|lecture|seminar|training|tutorial|school|taller|curso|kurs)\b/iu],
	[
		'arts',
		/\b(art|arts|exhibition|gallery|museum|theatre|theater|dance|ballet|poetry|literature|painting)\b/iu,
	],
	['food', /\b(food|dinner|brunch|wine|beer|tasting|cooking|barbecue|bbq)\b/iu],
	['health', /\b(yoga|meditation|health|wellness|fitness|mental health)\b/iu],
	['charity', /\b(charity|fundrais\w+|gala|donation|benefit)\b/iu],
	['family', /\b(family|kids|children|toddler)\b/iu],
	['outdoors', /\b(hike|hiking|camping|climbing|outdoor\w*|walk)\b/iu],
	['religion', /\b(church|mosque|synagogue|worship|mass|prayer|bible)\b/iu],
	[
		'seasonal',
		/\b(holiday|holidays|feiertag|christmas|easter|new year\S*|halloween|thanksgiving|carnival)\b/iu,
	],
	['politics', /\b(election|politics|political|parliament|rally|council)\b/iu],
	[
		'hobbies',
		/\b(games?|chess|knitting|craft|gardening|makerspace|book club|club de lectura|photography)\b/iu,
	],
	['community', /\b(meetup|meet-up|community|social|happy hour|volunteer\w*|neighbou?rhood)\b/iu],
];

/** The category of an event, guessed from its title and tags; the fallback when no word does. */
export function guessCategory(texts: string[], fallback: EventCategory): EventCategory {
	const text = texts.join(' · ');
	return words.find(([, pattern]) => pattern.test(text))?.[0] ?? fallback;
}
