import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Properties;

/** Reads texts as hexadecimal UTF-16BE, one a line; prints their pairs in order as JSON, or null where Java refuses. */
final class ReadProperties {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        StringBuilder out = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.append(pairs(new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_16BE))).append('\n');
        }
        System.out.print(out);
    }

    private static String pairs(String text) throws IOException {
        StringBuilder found = new StringBuilder("[");
        Properties properties = new Properties() {
            @Override
            public synchronized Object put(Object key, Object value) {
                found.append(found.length() > 1 ? "," : "");
                found.append('[').append(quoted((String) key)).append(',').append(quoted((String) value)).append(']');
                return super.put(key, value);
            }
        };
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException refused) {
            return "null";
        }
        return found.append(']').toString();
    }

    private static String quoted(String text) {
        StringBuilder found = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            found.append(String.format("\\u%04x", (int) unit));
        }
        return found.append('"').toString();
    }
}
