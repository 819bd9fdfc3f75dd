-- Models refuse texts with too many tokens, and a token is at least a byte. One refused text ends the job of its
-- organization, so that no later text gets its vector.
begin;
select plan(4);
select is(private.embedded_text('Title', 'An ordinary passage'), E'Title\n\nAn ordinary passage', 'the text begins with the title');
select is(char_length(private.embedded_text('Title', repeat('Wort für Wort ', 200))), 2807, 'a text of ordinary length is complete');
select is(max(octet_length(private.embedded_text(repeat('語', 500), repeat(letter, 4800)))) <= 4000, true, 'a text never exceeds 4,000 bytes')
from unnest(array['x', 'ю', '語', '𒀀']) as letter;
select is(private.embedded_text('Title', repeat('𒀀', 3000)), E'Title\n\n' || repeat('𒀀', 993), 'a long text keeps its beginning');
select * from finish();
rollback;
