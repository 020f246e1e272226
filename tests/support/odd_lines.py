"""Text that is nearly CoNLL-U."""

from hypothesis import strategies as st


def line(word, head="0", *, phead="_", misc="_"):
    return f"{word}\tform\tlemma\tX\t_\t_\t{head}\tdep\t{phead}\t{misc}"


LINES = st.one_of(
    st.just(""),
    st.just("# a comment"),
    st.just("#"),
    st.builds(
        line,
        st.sampled_from(
            [*"1234", "1-2", "2-3", "0.1", "1.1", "2.1", "2.2", "01", "1-", "-", "1.0"]
        ),
        st.sampled_from([*"01234", "_", "00", "-1", "٣", "1234567890"]),
        phead=st.sampled_from(["_", "_", "_", "1", "1:x", "٣", "é"]),
        misc=st.sampled_from(["_", "é", "x y", ""]),
    ),
    st.sampled_from(
        ["\ufeff", "\ufeff" + line(1), "\t", "no columns", line(1) + "\t_", "\r", "\r\r"]
    ),
)
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n"])


@st.composite
def sound_sentences(draw):
    words = draw(st.integers(1, 5))
    lines = [line(d, draw(st.integers(0, words))) for d in range(1, words + 1)]
    if draw(st.booleans()):
        lines.insert(
            draw(st.integers(0, words)), draw(st.sampled_from(["# c", "0.1\t" + "x\t" * 8]))
        )
    return "\n".join(lines) + "\n" * draw(st.integers(1, 3))


@st.composite
def texts(draw):
    pieces = st.one_of(sound_sentences(), st.builds(lambda a, b: a + b, LINES, ENDS))
    text = draw(st.sampled_from(["", "", "\ufeff"])) + "".join(draw(st.lists(pieces, max_size=12)))
    return text[: len(text) - draw(st.sampled_from([0, 0, 0, 1, 2]))]
