/** What invented events and guests are named after: enough words that a search finds some of many, not all or none. */

const words = (text: string) => text.trim().split(/\s*,\s*/);

export const firstNames = words(`
	Aaliyah, Adaeze, Agnieszka, Aisha, Akira, Alejandro, Alice, Amara, Anaïs, Anders, Andrea, Anna, Antoine, Aoife, Arjun, Astrid,
	Ayşe, Beatriz, Benjamin, Björn, Bogdan, Camille, Carlos, Caroline, Catarina, Chen, Chiara, Chloé, Christopher, Daniel, Dariusz,
	David, Deepika, Diego, Dmitri, Eleanor, Elif, Élise, Emeka, Emma, Enrique, Esther, Fatima, Felix, Fiona, Florence, Francesca,
	François, Freya, Gabriel, Giulia, Grace, Grzegorz, Hanna, Haruka, Hassan, Helena, Henry, Hiroshi, Hugo, Ibrahim, Inés, Ingrid,
	Isabella, Ivan, Jakub, James, Jasmine, Javier, Joanna, Johannes, Jorge, Joséphine, Julia, Karim, Katarzyna, Keiko, Kofi, Lars,
	Laura, Leila, Lena, Léonie, Linh, Luca, Lucía, Magdalena, Malik, Marcus, Maria, Mateo, Matilda, Maximilian, Mei, Mehmet, Michael,
	Miguel, Milan, Mohammed, Nadia, Naomi, Niamh, Nikolai, Noor, Olga, Oliver, Oluwaseun, Oscar, Paolo, Patricia, Pedro, Philippa,
	Piotr, Priya, Quentin, Rachel, Rania, Rebecca, Ricardo, Rosa, Ruth, Samira, Sandra, Sebastian, Siobhán, Sofía, Søren, Stefan,
	Susanne, Svetlana, Tatiana, Theodor, Thomas, Tomasz, Ulrike, Valentina, Victoria, Wanjiru, William, Xin, Yara, Yusuf, Zoë, Zuzana`);

export const lastNames = words(`
	Abbott, Abdullah, Adeyemi, Aguilar, Ahmed, Almeida, Andersson, Armstrong, Bachmann, Baker, Banerjee, Barbosa, Bauer, Becker, Bennett,
	Bergström, Bianchi, Björk, Blanchard, Bondarenko, Brown, Cabrera, Campbell, Carvalho, Castellano, Chatterjee, Chevalier, Clark,
	Costa, Cruz, Dahl, Davies, Delacroix, Demir, Desai, Díaz, Dimitrov, Dubois, Dupont, Eriksen, Esposito, Evans, Farkas, Fernández,
	Ferreira, Fischer, Fitzgerald, Fontaine, Foster, Friedrich, Fujimoto, Gallagher, García, Gonzalez, Green, Grimaldi, Gupta, Haddad,
	Hansen, Harris, Hartmann, Hernández, Hoffmann, Horváth, Hughes, Ibáñez, Ito, Ivanova, Jackson, Jansen, Jiménez, Johansson, Johnson,
	Jørgensen, Kaya, Keller, Khan, Kim, Klein, Kobayashi, Kowalski, Kumar, Lambert, Larsson, Lefebvre, Lewandowski, Lindqvist, López,
	MacDonald, Magnusson, Marchetti, Martin, Martínez, Mazur, Mbeki, Meyer, Mitchell, Moreau, Morgan, Müller, Murphy, Nakamura, Navarro,
	Nguyen, Nielsen, Nowak, O'Brien, O'Connor, Okafor, Oliveira, Olsen, Owusu, Papadopoulos, Park, Patel, Pereira, Petrov, Phillips,
	Popescu, Quispe, Ramírez, Rasmussen, Richter, Rivera, Robinson, Romano, Rossi, Ruiz, Saito, Sánchez, Santos, Schmidt, Schneider,
	Scott, Sharma, Silva, Singh, Smith, Sokolov, Suzuki, Szabó, Takahashi, Tanaka, Taylor, Thompson, Torres, Turner, Ünal, Van der Berg,
	Varga, Vasquez, Vogel, Wagner, Walker, Wang, Watanabe, Weber, Williams, Wilson, Wójcik, Wright, Yamamoto, Yılmaz, Young, Zhang,
	Ziegler, Zimmermann`);

/** The first part of a title; each has its category. */
export const topics: [string, string][] = words(`
	Jazz|music, Chamber Music|music, Techno|music, Folk|music, Gospel Choir|music, Opera|music, Hip-Hop|music, Salsa|music, Swing|music,
	Brass Band|music, TypeScript|technology, Rust|technology, Robotics|technology, Machine Learning|technology, PostgreSQL|technology,
	Cybersecurity|technology, Accessibility|technology, Cloud|technology, Open Source|technology, Games|technology, Startup|business,
	Leadership|business, Marketing|business, Finance|business, Networking|business, Freelance|business, Astronomy|science,
	Climate|science, Physics|science, Biology|science, Archaeology|science, Mathematics|science, Teaching|education, Language|education,
	Writing|education, Debate|education, Watercolour|arts, Ceramics|arts, Photography|arts, Sculpture|arts, Theatre|arts, Poetry|arts,
	Documentary|film, Silent Film|film, Animation|film, Wine|food, Cheese|food, Sourdough|food, Street Food|food, Vegan|food,
	Coffee|food, Chocolate|food, Marathon|sports, Football|sports, Climbing|sports, Chess|sports, Cycling|sports, Rowing|sports,
	Yoga|health, Meditation|health, Nursing|health, Running|health, Neighbourhood|community, Volunteers|community, Language Café|community,
	Allotment|community, Fundraising|charity, Animal Shelter|charity, Food Bank|charity, Puppet|family, Toddler|family, Storytelling|family,
	Vintage|fashion, Tailoring|fashion, Knitting|hobbies, Model Railway|hobbies, Board Game|hobbies, Stamp|hobbies, Gardening|outdoors,
	Birdwatching|outdoors, Hiking|outdoors, Kayak|outdoors, Stargazing|outdoors, Citizens|politics, Housing|politics, Europe|politics,
	Advent|religion, Interfaith|religion, Carnival|seasonal, Harvest|seasonal, Midsummer|seasonal, New Year|seasonal, Railway|travel,
	Lisbon|travel, Alpine|travel`).map((pair) => {
	const [topic = '', category = 'other'] = pair.split('|');
	return [topic, category];
});

export const forms = words(`
	Night, Festival, Workshop, Meetup, Conference, Weekend, Session, Summit, Class, Evening, Market, Tour, Fair, Concert, Talk, Breakfast,
	Retreat, Camp, Open Day, Gathering, Symposium, Marathon, Showcase, Circle, Lab`);

export const manners = words(`
	Annual, Summer, Winter, Spring, Autumn, Midnight, Sunday, Grand, Little, International, Local, Harbour, Riverside, Rooftop, Open-Air,
	Underground, Beginners, Advanced, Family, Charity, Community, Independent, Secret, Regional, Charming, Curious, Golden, Electric, Quiet,
	Northern`);

/** City, country, time zone, latitude, longitude. */
export const cities: [string, string, string, number, number][] = [
	['Berlin', 'DE', 'Europe/Berlin', 52.52, 13.4],
	['Hamburg', 'DE', 'Europe/Berlin', 53.55, 9.99],
	['München', 'DE', 'Europe/Berlin', 48.14, 11.58],
	['Köln', 'DE', 'Europe/Berlin', 50.94, 6.96],
	['Wien', 'AT', 'Europe/Vienna', 48.21, 16.37],
	['Zürich', 'CH', 'Europe/Zurich', 47.37, 8.54],
	['Paris', 'FR', 'Europe/Paris', 48.86, 2.35],
	['Lyon', 'FR', 'Europe/Paris', 45.76, 4.84],
	['London', 'GB', 'Europe/London', 51.51, -0.13],
	['Manchester', 'GB', 'Europe/London', 53.48, -2.24],
	['Dublin', 'IE', 'Europe/Dublin', 53.35, -6.26],
	['Madrid', 'ES', 'Europe/Madrid', 40.42, -3.7],
	['Barcelona', 'ES', 'Europe/Madrid', 41.39, 2.17],
	['Lisboa', 'PT', 'Europe/Lisbon', 38.72, -9.14],
	['Roma', 'IT', 'Europe/Rome', 41.9, 12.5],
	['Milano', 'IT', 'Europe/Rome', 45.46, 9.19],
	['Amsterdam', 'NL', 'Europe/Amsterdam', 52.37, 4.9],
	['København', 'DK', 'Europe/Copenhagen', 55.68, 12.57],
	['Stockholm', 'SE', 'Europe/Stockholm', 59.33, 18.07],
	['Warszawa', 'PL', 'Europe/Warsaw', 52.23, 21.01],
	['Praha', 'CZ', 'Europe/Prague', 50.08, 14.44],
	['Budapest', 'HU', 'Europe/Budapest', 47.5, 19.04],
	['Athína', 'GR', 'Europe/Athens', 37.98, 23.73],
	['İstanbul', 'TR', 'Europe/Istanbul', 41.01, 28.98],
	['New York', 'US', 'America/New_York', 40.71, -74.01],
	['Chicago', 'US', 'America/Chicago', 41.88, -87.63],
	['San Francisco', 'US', 'America/Los_Angeles', 37.77, -122.42],
	['Toronto', 'CA', 'America/Toronto', 43.65, -79.38],
	['Ciudad de México', 'MX', 'America/Mexico_City', 19.43, -99.13],
	['São Paulo', 'BR', 'America/Sao_Paulo', -23.55, -46.63],
	['Lagos', 'NG', 'Africa/Lagos', 6.52, 3.38],
	['Nairobi', 'KE', 'Africa/Nairobi', -1.29, 36.82],
	['Mumbai', 'IN', 'Asia/Kolkata', 19.08, 72.88],
	['Singapore', 'SG', 'Asia/Singapore', 1.35, 103.82],
	['Tokyo', 'JP', 'Asia/Tokyo', 35.68, 139.69],
	['Sydney', 'AU', 'Australia/Sydney', -33.87, 151.21],
];

export const venues = words(`
	Town Hall, Old Brewery, Harbour House, Central Library, Riverside Hall, Museum of Art, Botanical Garden, University Forum, Grand Hotel,
	Market Hall, St Mary's, Factory 9, The Warehouse, Opera House, Sports Arena, Community Centre, Rooftop Terrace, Kulturhaus, La Grange,
	Casa Azul`);

export const sentences = words(`
	Doors open half an hour before the start; latecomers wait for the break, Bring a friend and a warm coat, There is a cloakroom and a small bar,
	The programme is announced a week ahead on this page, Children are welcome in the afternoon, We keep thirty places for people of the quarter,
	Everything is step-free and there is an induction loop, Tickets can be given back until the day before, Questions go to the organisers at any time,
	No earlier knowledge is needed; the tools are there, Speakers come from seven countries this year, After the last piece the house stays open,
	Please be at the meeting point ten minutes early, The workshop is held in two languages, Food comes from farms nearby,
	All proceeds go to the youth club, A certificate is given on request, The tram stops in front of the door`);
